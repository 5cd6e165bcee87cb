"""Reads legacy VTK files with VTK itself (Debian: python3-vtk9) and prints their content as JSON."""
import json
import sys

try:
    import vtk
except ImportError:
    sys.exit(77)

found = []
for name in sys.argv[1:]:
    complaints = []
    reader = vtk.vtkPolyDataReader()
    reader.AddObserver("ErrorEvent", lambda *_: complaints.append("error"))
    reader.SetFileName(name)
    reader.ReadAllScalarsOn()
    reader.ReadAllVectorsOn()
    reader.ReadAllNormalsOn()
    reader.ReadAllFieldsOn()
    reader.Update()
    mesh = reader.GetOutput()
    points = mesh.GetPointData()
    arrays = {}
    for i in range(points.GetNumberOfArrays()):
        a = points.GetArray(i)
        arrays[a.GetName()] = {"type": a.GetDataTypeAsString(),
                               "values": [a.GetTuple(k) for k in range(a.GetNumberOfTuples())]}
    time = mesh.GetFieldData().GetArray("TIME")
    found.append({
        "errors": len(complaints),
        "points": [mesh.GetPoint(i) for i in range(mesh.GetNumberOfPoints())],
        "cells": [[mesh.GetCell(i).GetPointId(k) for k in range(mesh.GetCell(i).GetNumberOfPoints())]
                  for i in range(mesh.GetNumberOfCells())],
        "arrays": arrays,
        "normals": points.GetNormals() is not None,
        "time": time.GetTuple1(0) if time else None,
        "version": vtk.vtkVersion().GetVTKVersion(),
    })
print(json.dumps(found))
