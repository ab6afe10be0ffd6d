"""What Python calls of a kernel's program: it reads the arguments, lets go of Python's lock, runs, and gives back.

Reading them in Python would take longer than many a kernel. What C needs of Python is in its stable interface and
comes as pointers, so that nothing has to be found or linked; arrays say where they are by NumPy's array interface.
"""

import ctypes
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

from supple.errors import KernelError
from supple.kernels.kinds import FLOAT, ArrayOf, Kind, Nothing, Number, Record, Result, Several

Members = tuple[tuple[str, Kind], ...]

PYTHON = {
    "PyTuple_Size": "intptr_t (*size)(void *)",
    "PyTuple_GetItem": "void *(*item)(void *, intptr_t)",
    "PyTuple_New": "void *(*tuple)(intptr_t)",
    "PyTuple_SetItem": "int (*set)(void *, intptr_t, void *)",
    "PyObject_Type": "void *(*type)(void *)",
    "PyObject_GetAttr": "void *(*attribute)(void *, void *)",
    "PyCapsule_GetPointer": "void *(*inside)(void *, const char *)",
    "PyFloat_AsDouble": "double (*as_double)(void *)",
    "PyLong_AsLongLong": "long long (*as_integer)(void *)",
    "PyFloat_FromDouble": "void *(*of_double)(double)",
    "PyLong_FromLongLong": "void *(*of_integer)(long long)",
    "PyErr_Occurred": "void *(*wrong)(void)",
    "PyErr_SetNone": "void (*refuse)(void *)",
    "PyErr_SetString": "void (*raise)(void *, const char *)",
    "Py_IncRef": "void (*keep)(void *)",
    "Py_DecRef": "void (*drop)(void *)",
    "PyEval_SaveThread": "void *(*unlock)(void)",
    "PyEval_RestoreThread": "void (*lock)(void *)",
}
"""Functions of Python, and what C calls them."""
INTERFACE = "__array_struct__"

HEAD = f"""typedef struct {{
  int two, nd; char typekind; int itemsize, flags; intptr_t *shape, *strides; void *data;
}} interface;
static struct {{ {"; ".join(PYTHON.values())}; void *name, *unfit, *fault, *none; }} python;
void begin(const void *table) {{ memcpy(&python, table, sizeof python); }}
static void *item(void *from, intptr_t k) {{ return from ? python.item(from, k) : NULL; }}
static int read_float(void *from, double *to) {{
  *to = from ? python.as_double(from) : 0;
  return from && !(*to == -1 && python.wrong());
}}
static int read_integer(void *from, int64_t *to) {{
  *to = from ? python.as_integer(from) : 0;
  return from && !(*to == -1 && python.wrong());
}}
static int is_a(void *from, void *type) {{
  void *found = from ? python.type(from) : NULL;
  if (found) python.drop(found);
  return found && found == type;
}}
static void *read_array(void *from, char letter, int axes, int64_t *n) {{
  void *capsule = from ? python.attribute(from, python.name) : NULL, *data = NULL;
  interface *a = capsule ? python.inside(capsule, NULL) : NULL;
  if (a && a->typekind == letter && a->nd == axes && a->itemsize == 8 && (a->flags & 0x201) == 0x201) {{
    data = a->data;
    for (int k = 0; k < axes; k++) n[k] = a->shape[k];
  }}
  if (capsule) python.drop(capsule);
  return data;
}}
"""
"""0x201: in line, and its bytes in the order of this machine."""


def reader(kind: Record) -> str:
    """A function that reads a named tuple of the class that comes first among `classes`; 0 if it does not fit."""
    return (
        f"static int read_{kind.struct}(void *from, void *classes, {kind.struct} *to) {{ "
        f"return is_a(from, item(classes, 0)) && {_members(kind.members, 'to->', 1)}; }}\n"
    )


def arguments(members: Members) -> str:
    """A function that reads the arguments of a call."""
    return (
        f"static int read_arguments(void *from, void *classes, arguments *to) "
        f"{{ return {_members(members, 'to->', 0)}; }}\n"
    )


def _members(members: Members, to: str, first: int) -> str:
    reads = [f"python.size(from) == {len(members)}"]
    for k, (member, kind) in enumerate(members):
        reads.append(_read(f"item(from, {k})", f"item(classes, {k + first})", f"{to}{member}_", kind))
    return " && ".join(reads)


def _read(given: str, classes: str, to: str, kind: Kind) -> str:
    match kind:
        case ArrayOf():
            return (
                f"({to}.at = read_array({given}, '{'f' if kind.of is FLOAT else 'i'}', {kind.axes}, {to}.n))"
            )
        case Record():
            return f"read_{kind.struct}({given}, {classes}, &{to})"
        case Number():
            return f"read_{'float' if kind is FLOAT else 'integer'}({given}, &{to})"


def entry(call: str, result: Result, checked: str = "") -> str:
    """`run(classes, arguments)`, for a call of the kernel with what is in w; raises where arguments do not fit.

    What is `checked` comes before the call, where it leads back to.
    """
    return "".join(
        [
            "void *run(void *classes, void *given) {\n  arguments w;\n",
            "  if (!read_arguments(given, classes, &w)) {\n",
            "    if (!python.wrong()) python.refuse(python.unfit);\n",
            "    return NULL;\n  }\n",
            f"  void *state = python.unlock();\n{checked}",
            f"  {'' if isinstance(result, Nothing) else f'{result.c} result = '}{call};\n",
            "  python.lock(state);\n",
            *(f"  {line}\n" for line in _given_back(result)),
            "}\n",
        ]
    )


def _given_back(result: Result) -> Iterable[str]:
    match result:
        case Nothing():
            yield "python.keep(python.none);"
            yield "return python.none;"
        case Several(members=members):
            yield f"void *all = python.tuple({len(members)});"
            for k, kind in enumerate(members):
                yield f"python.set(all, {k}, {_number(f'result.x{k}_', kind)});"
            yield "return all;"
        case Number():
            yield f"return {_number('result', result)};"


def _number(code: str, kind: Number) -> str:
    return f"python.of_{'double' if kind is FLOAT else 'integer'}({code})"


def loaded(library: Path) -> Callable[[Any, tuple[Any, ...]], Any]:
    """`run` of a compiled program."""
    code = ctypes.PyDLL(str(library))
    code.begin.argtypes, code.begin.restype = [ctypes.c_void_p], None
    code.begin(_TABLE)
    code.run.argtypes, code.run.restype = [ctypes.py_object, ctypes.py_object], ctypes.py_object
    return cast(Callable[[Any, tuple[Any, ...]], Any], code.run)


_TABLE = (ctypes.c_void_p * (len(PYTHON) + 4))(
    *(ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value for name in PYTHON),
    *(id(each) for each in (INTERFACE, ValueError, KernelError, None)),
)
