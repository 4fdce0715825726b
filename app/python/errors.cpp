// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/parts.hpp"
#include "core/base/error.hpp"

#include <exception>
#include <nanobind/stl/string.h>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// The module whose classes of errors are raised; it lives as long as the interpreter.
PyObject* classes = nullptr;

void raise(const char* name, const Error& error) {
    const nb::object type = nb::handle(classes).attr(name);
    const nb::object raised = type(error.subject(), error.reason(), error.remedy());
    PyErr_SetObject(type.ptr(), raised.ptr());
}

void translate(const std::exception_ptr& pointer, void*) {
    try {
        std::rethrow_exception(pointer);
    } catch (const InputError& error) {
        raise("InputError", error);
    } catch (const SettingError& error) {
        raise("SettingError", error);
    } catch (const EngineError& error) {
        raise("EngineError", error);
    } catch (const StorageError& error) {
        raise("StorageError", error);
    } catch (const Error& error) {
        raise("Error", error);
    }
}

}  // namespace

void addErrors(nb::module_&) {
    classes = nb::module_::import_("coarsen._errors").release().ptr();
    nb::register_exception_translator(translate);
}

}  // namespace coarsen::python
