#!/usr/bin/env python3
"""Makes the ONNX files beside it, each a few hundred bytes. Needs Debian's python3-onnx (1.12)."""

import math
import pathlib
import struct

import onnx
from onnx import TensorProto, helper
from onnx.external_data_helper import set_external_data

FOLDER = pathlib.Path(__file__).parent
FLOAT, INT64, UINT8, INT8 = (TensorProto.FLOAT, TensorProto.INT64, TensorProto.UINT8,
                             TensorProto.INT8)


def value(name, shape, kind=FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def weight(name, shape, values, kind=FLOAT):
    return helper.make_tensor(name, kind, shape, values)


def waves(count, scale=1.0, offset=0.0):
    """Numbers without a pattern, the same on every machine."""
    return [round(offset + scale * math.sin(1.7 * i * i + 1), 4) for i in range(count)]


def save(name, nodes, inputs, outputs, weights=(), opset=13, ir=8, domains=()):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(weights))
    opsets = [helper.make_opsetid("", opset)] + [helper.make_opsetid(d, 1) for d in domains]
    model = helper.make_model(graph, opset_imports=opsets)
    model.ir_version, model.producer_name = ir, "latentfuzz"
    onnx.save(model, str(FOLDER / f"{name}.onnx"))


node = helper.make_node
PAIR, SCORES = value("x", ["n", 1, 1, 2]), value("y", ["n", 2])
FLATTEN = node("Flatten", ["x"], ["y"], name="flatten")

# Scores are the pixels, as the model sees them.
save("pair", [FLATTEN], [PAIR], [SCORES])
save("pair_nhwc",
     [node("Flatten", ["x"], ["f"]), node("MatMul", ["f", "w"], ["y"])],
     [value("x", ["n", 1, 2, 3])], [SCORES],
     [weight("w", [6, 2], [1, 0, 0, 1] + [0] * 8)])
save("fixed", [node("Reshape", ["x", "s"], ["y"])], [value("x", [1, 1, 1, 2])],
     [value("y", [1, 2])], [weight("s", [2], [1, 2], INT64)])
save("fixed_three", [node("Reshape", ["x", "s"], ["y"])], [value("x", [3, 1, 1, 2])],
     [value("y", [3, 2])], [weight("s", [2], [3, 2], INT64)])
# One row at a time, which only shows when the model runs.
save("fixed_inside", [node("Reshape", ["x", "s"], ["y"], name="one_row")], [PAIR], [SCORES],
     [weight("s", [2], [1, 2], INT64)])
# Inputs that are no images by their rank.
save("flat", [node("Reshape", ["x", "s"], ["y"])], [value("x", [1, 2, 1])], [value("y", [1, 2])],
     [weight("s", [2], [1, 2], INT64)])
save("flat_open", [node("Identity", ["x"], ["y"])], [value("x", ["n", "pixels"])], [SCORES])
save("unbatched", [node("Reshape", ["x", "s"], ["y"])], [value("x", [2, 1])], [value("y", [2])],
     [weight("s", [1], [2], INT64)])
save("open", [node("GlobalAveragePool", ["x"], ["p"]), node("Flatten", ["p"], ["y"])],
     [value("x", ["n", 3, "height", "width"])], [value("y", ["n", 3])])
save("column", [node("GlobalAveragePool", ["x"], ["y"])], [value("x", ["n", 3, 2, 2])],
     [value("y", ["n", 3, 1, 1])])

# Inputs and outputs that are not one tensor of floats.
save("two_outputs", [FLATTEN, node("Relu", ["y"], ["features"], name="relu"),
                     node("Neg", ["y"], ["z"], name="neg")],
     [PAIR], [value("features", ["n", 2]), value("z", ["n", 2])])
# The likeliest two of four classes.
save("top_two", [FLATTEN, node("Softmax", ["y"], ["p"], axis=1),
                 node("TopK", ["p", "k"], ["scores", "indices"], axis=1)],
     [value("x", ["n", 1, 1, 4])], [value("scores", ["n", 2]), value("indices", ["n", 2], INT64)],
     [weight("k", [1], [2], INT64)])
save("two_inputs", [node("Add", ["x", "mask"], ["s"]), node("Flatten", ["s"], ["y"])],
     [PAIR, value("mask", ["n", 1, 1, 2])], [SCORES])
save("labels_out", [FLATTEN, node("ArgMax", ["y"], ["label"], axis=1, keepdims=0)],
     [PAIR], [value("label", ["n"], INT64)])
save("bytes_in", [node("Cast", ["x"], ["c"], to=FLOAT), node("Flatten", ["c"], ["y"])],
     [value("x", ["n", 1, 1, 2], UINT8)], [SCORES])

# Files that an engine cannot run.
save("unknown_operator", [node("Frobnicate", ["x"], ["f"], name="frob"),
                          node("Flatten", ["f"], ["y"])], [PAIR], [SCORES])
save("foreign_operator", [node("Frobnicate", ["x"], ["f"], name="frob", domain="com.example"),
                          node("Flatten", ["f"], ["y"])], [PAIR], [SCORES],
     domains=["com.example"])
save("opset_99", [FLATTEN], [PAIR], [SCORES], opset=99)
save("ir_99", [FLATTEN], [PAIR], [SCORES], ir=99)

save("nan", [node("Sub", ["x", "two"], ["s"]), node("Sqrt", ["s"], ["r"]),
             node("Flatten", ["r"], ["y"])], [PAIR], [SCORES], [weight("two", [1], [2])])

# A small convolutional net: convolution and normalisation, which engines fuse.
CNN = [node("Conv", ["x", "w1", "b1"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
       node("BatchNormalization", ["c", "gamma", "beta", "mean", "var"], ["n"], epsilon=1e-5),
       node("Relu", ["n"], ["r"]),
       node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
       node("Flatten", ["p"], ["f"]),
       node("Gemm", ["f", "w2", "b2"], ["y"], transB=1)]
CNN_WEIGHTS = [weight("w1", [4, 1, 3, 3], waves(36, 0.5)), weight("b1", [4], waves(4, 0.1)),
               weight("gamma", [4], waves(4, 0.5, 1)), weight("beta", [4], waves(4, 0.2)),
               weight("mean", [4], waves(4, 0.3)), weight("var", [4], waves(4, 0.5, 1)),
               weight("w2", [3, 64], waves(192, 0.2)), weight("b2", [3], waves(3, 0.1))]
save("cnn", CNN, [value("x", ["n", 1, 8, 8])], [value("y", ["n", 3])], CNN_WEIGHTS)
# Before IR version 4, weights are inputs as well.
save("cnn_ir3", CNN, [value("x", ["n", 1, 8, 8])] + [value(w.name, w.dims) for w in CNN_WEIGHTS],
     [value("y", ["n", 3])], CNN_WEIGHTS, opset=9, ir=3)

# Weights in a file of their own.
apart = weight("w", [2, 2], [1, 0, 0, 1])
(FOLDER / "apart.bin").write_bytes(struct.pack("<4f", *apart.float_data))
apart.ClearField("float_data")
apart.raw_data = b" "  # set_external_data wants some
set_external_data(apart, location="apart.bin", offset=0, length=16)
apart.ClearField("raw_data")
save("apart", [node("Flatten", ["x"], ["f"]), node("MatMul", ["f", "w"], ["y"])], [PAIR], [SCORES],
     [apart])

# Quantized and dequantized around a product, as ONNX Runtime's quantizer writes it.
save("qdq",
     [node("QuantizeLinear", ["x", "sx", "zx"], ["xq"]),
      node("DequantizeLinear", ["xq", "sx", "zx"], ["xd"]),
      node("DequantizeLinear", ["wq", "sw", "zw"], ["wd"], axis=0),
      node("Conv", ["xd", "wd"], ["c"], kernel_shape=[1, 2]),
      node("QuantizeLinear", ["c", "sc", "zc"], ["cq"]),
      node("DequantizeLinear", ["cq", "sc", "zc"], ["cd"]),
      node("Flatten", ["cd"], ["y"])],
     [PAIR], [SCORES],
     [weight("sx", [], [1 / 255]), weight("zx", [], [0], UINT8),
      weight("wq", [2, 1, 1, 2], [100, -50, 20, 127], INT8),
      weight("sw", [2], [0.01, 0.008]), weight("zw", [2], [0, 0], INT8),
      weight("sc", [], [0.01]), weight("zc", [], [100], UINT8)])

# Generators: the first is a sigmoid of a linear map, the second adds the row of the label.
DECODER = [node("Gemm", ["z", "w", "b"], ["g"], transB=1), node("Sigmoid", ["g"], ["s"])]
DECODER_WEIGHTS = [weight("w", [4, 3], waves(12)), weight("b", [4], waves(4, 0.2)),
                   weight("shape", [4], [-1, 1, 2, 2], INT64)]
IMAGES = value("image", ["n", 1, 2, 2])
save("decoder", DECODER + [node("Reshape", ["s", "shape"], ["image"])], [value("z", ["n", 3])],
     [IMAGES], DECODER_WEIGHTS)
save("decoder_fixed", DECODER + [node("Identity", ["s"], ["image"])], [value("z", [1, 3])],
     [value("image", [1, 4])], DECODER_WEIGHTS[:2])
save("decoder_gan",
     [node("ConvTranspose", ["z", "w"], ["g"], kernel_shape=[2, 2]),
      node("Sigmoid", ["g"], ["image"])],
     [value("z", ["n", 3, 1, 1])], [IMAGES], [weight("w", [3, 1, 2, 2], waves(12))])
save("decoder_labels",
     [node("Gather", ["rows", "label"], ["row"]), node("Gemm", ["z", "w", "b"], ["g"], transB=1),
      node("Add", ["g", "row"], ["a"]), node("Sigmoid", ["a"], ["s"]),
      node("Reshape", ["s", "shape"], ["image"])],
     [value("label", ["n"], INT64), value("z", ["n", 3])], [IMAGES],
     DECODER_WEIGHTS + [weight("rows", [2, 4], [0, 0, 0, 0, 10, 10, 10, 10])])
