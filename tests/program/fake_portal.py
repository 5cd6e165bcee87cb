#!/usr/bin/env python3
"""A desktop portal for tests: answers each file dialog on the session bus at once.

    fake_portal.py READY LOG RESPONSE [URI]

RESPONSE is the portal's code: 0 a file was chosen, 1 the user chose none, 2 the dialog ended in another way. The file READY appears when the
portal has its name on the bus. LOG gets the method and the options of each call."""
import sys

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name="org.freedesktop.portal.FileChooser">
  <method name="OpenFile"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
    <arg type="o" direction="out"/></method>
  <method name="SaveFile"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
    <arg type="o" direction="out"/></method>
  <property name="version" type="u" access="read"/>
</interface></node>"""
ready, log, response = sys.argv[1], sys.argv[2], int(sys.argv[3])
uris = sys.argv[4:]


def call(connection, sender, path, interface, method, parameters, invocation):
    _, title, options = parameters.unpack()
    with open(log, "a", encoding="utf-8") as file:
        filters = [(name, [pattern for _, pattern in patterns]) for name, patterns in options.get("filters", [])]
        print(method, title, filters, options.get("current_name", ""), bytes(options.get("current_folder", [])), file=file)
    request = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
    invocation.return_value(GLib.Variant("(o)", (request,)))
    results = {"uris": GLib.Variant("as", uris)} if uris else {}
    connection.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response",
                           GLib.Variant("(ua{sv})", (response, results)))


def acquired(connection, name):
    interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    connection.register_object("/org/freedesktop/portal/desktop", interface, call,
                               lambda *_: GLib.Variant("u", 3), None)


Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, acquired,
                 lambda *_: open(ready, "w", encoding="utf-8").close(), None)
GLib.MainLoop().run()
