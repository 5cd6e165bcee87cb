// Shows the file dialog of the desktop's portal, and prints the path of the chosen file on a line.
//
//     ooze_portal open|save TITLE FOLDER NAME FILTER [PATTERN...]
//
// Exit codes: 0 a file was chosen, 1 the user chose none, 2 no portal shows the dialog. The program ends
// without an answer when its standard input is closed, because the window that started it has then ended.
#include <cstdio>
#include <glib-unix.h>
#include <libportal/portal.h>
#include <memory>
#include <string>
#include <unistd.h>

namespace {

constexpr int kChosen = 0, kCancelled = 1, kUnavailable = 2;

template <auto release>
struct Releaser {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};
using ErrorPointer = std::unique_ptr<GError, Releaser<g_error_free>>;
using VariantPointer = std::unique_ptr<GVariant, Releaser<g_variant_unref>>;
using TextPointer = std::unique_ptr<char, Releaser<g_free>>;

struct Dialog {
  GMainLoop* loop;
  bool saves;
  int code = kUnavailable;
};

int unavailable(GError* error) {
  std::fprintf(stderr, "ooze_portal: %s\n", error ? error->message : "the portal gave no file");
  return kUnavailable;
}

/// Prints the path of the first file. @return exit code
int printFirst(GVariant* answer) {
  const VariantPointer uris(g_variant_lookup_value(answer, "uris", G_VARIANT_TYPE_STRING_ARRAY));
  if (!uris || g_variant_n_children(uris.get()) == 0) return unavailable(nullptr);
  const char* uri = nullptr;
  g_variant_get_child(uris.get(), 0, "&s", &uri);
  GError* error = nullptr;
  const TextPointer path(g_filename_from_uri(uri, nullptr, &error));
  if (!path) return unavailable(ErrorPointer(error).get());
  std::printf("%s\n", path.get());
  return std::fflush(stdout) == 0 ? kChosen : kUnavailable;
}

void finish(GObject* portal, GAsyncResult* result, gpointer data) {
  auto& dialog = *static_cast<Dialog*>(data);
  GError* error = nullptr;
  const VariantPointer answer(dialog.saves ? xdp_portal_save_file_finish(XDP_PORTAL(portal), result, &error)
                                           : xdp_portal_open_file_finish(XDP_PORTAL(portal), result, &error));
  const ErrorPointer owner(error);
  if (answer)
    dialog.code = printFirst(answer.get());
  else
    dialog.code = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? kCancelled : unavailable(error);
  g_main_loop_quit(dialog.loop);
}

gboolean endWithParent(gint, GIOCondition, gpointer data) {
  auto& dialog = *static_cast<Dialog*>(data);
  dialog.code = kCancelled;
  g_main_loop_quit(dialog.loop);
  return G_SOURCE_REMOVE;
}

/// Returns the portal's filters: the patterns under `name`, then all files. Null for no patterns.
GVariant* filters(const char* name, char** patterns) {
  if (!*patterns) return nullptr;
  GVariantBuilder all, some;
  g_variant_builder_init(&all, G_VARIANT_TYPE("a(sa(us))"));
  g_variant_builder_init(&some, G_VARIANT_TYPE("a(us)"));
  constexpr guint32 kGlob = 0;
  for (; *patterns; ++patterns) g_variant_builder_add(&some, "(us)", kGlob, *patterns);
  g_variant_builder_add(&all, "(sa(us))", name, &some);
  g_variant_builder_init(&some, G_VARIANT_TYPE("a(us)"));
  g_variant_builder_add(&some, "(us)", kGlob, "*");
  g_variant_builder_add(&all, "(sa(us))", "All files", &some);
  return g_variant_builder_end(&all);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kFewest = 6;
  const std::string kind = argc > 1 ? argv[1] : "";
  if (argc < kFewest || (kind != "open" && kind != "save")) {
    std::fprintf(stderr, "usage: ooze_portal open|save TITLE FOLDER NAME FILTER [PATTERN...]\n");
    return kUnavailable;
  }
  const char *title = argv[2], *folder = argv[3], *name = argv[4], *filter = argv[5];
  GError* error = nullptr;
  GDBusConnection* bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nullptr, &error);
  if (!bus) return unavailable(ErrorPointer(error).get());
  XdpPortal* portal = xdp_portal_new();
  Dialog dialog{g_main_loop_new(nullptr, FALSE), kind == "save"};
  g_unix_fd_add(STDIN_FILENO, G_IO_HUP, endWithParent, &dialog);
  GVariant* const types = filters(filter, argv + kFewest);
  if (dialog.saves)
    xdp_portal_save_file(portal, nullptr, title, name, folder, nullptr, types, nullptr, nullptr,
                         XDP_SAVE_FILE_FLAG_NONE, nullptr, finish, &dialog);
  else  // libportal 0.6 has no folder for files to open, so the portal shows its last one
    xdp_portal_open_file(portal, nullptr, title, types, nullptr, nullptr, XDP_OPEN_FILE_FLAG_NONE, nullptr,
                         finish, &dialog);
  g_main_loop_run(dialog.loop);
  g_main_loop_unref(dialog.loop);
  g_object_unref(portal);
  g_object_unref(bus);
  return dialog.code;
}
