// Parses text to JsonValue: nlohmann's SAX parser reads through an iterator that records the position.
#include "ooze/base/error.h"

#include "scene/json_file.h"

#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace ooze {
namespace {

constexpr std::size_t kMaxTextBytes = 16u << 20;
constexpr std::size_t kMaxDepth = 64;

/// Input iterator that records how far the parser has read.
struct TrackedIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** reached;

  reference operator*() const { return *at; }
  TrackedIterator& operator++() {
    *reached = ++at;
    return *this;
  }
  TrackedIterator operator++(int) {
    TrackedIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TrackedIterator& o) const { return at == o.at; }
  bool operator!=(const TrackedIterator& o) const { return at != o.at; }
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(JsonFile& file, const std::string& text)
      : file_(file), position_(text.data()), counted_(text.data()), reached_(text.data()) {}

  const char** reached() { return &reached_; }

  bool null() override { return add(JsonValue::JsonKind::Null, lineOfToken()), true; }
  bool boolean(bool v) override {
    add(JsonValue::JsonKind::Boolean, lineOfToken()).boolean = v;
    return true;
  }
  bool number_integer(number_integer_t v) override { return addNumber(static_cast<double>(v)); }
  bool number_unsigned(number_unsigned_t v) override { return addNumber(static_cast<double>(v)); }
  bool number_float(number_float_t v, const string_t&) override { return addNumber(v); }
  bool string(string_t& v) override {
    add(JsonValue::JsonKind::String, lineOfToken()).text = v;
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonValue::JsonKind::Object); }
  bool key(string_t& k) override {
    const int line = lineOfToken();
    if (!keys_.back().insert(k).second)
      file_.fail(line, fmt::format("the key {} appears twice", quoteText(k)));
    pendingKey_ = k;
    pendingLine_ = line;
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(JsonValue::JsonKind::Array); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& e) override {
    std::string why = e.what();
    // nlohmann's messages have the form "[json.exception...] parse error at line 1, column 2: syntax error
    // while parsing value - ...".
    if (const auto p = why.find("syntax error "); p != std::string::npos)
      why = why.substr(p);
    else if (const auto q = why.find("] "); q != std::string::npos)
      why = why.substr(q + 2);
    if (const auto p = why.find("; last read: "); p != std::string::npos) why.resize(p);
    for (char& c : why)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    file_.fail(lineOfToken(), "not JSON: " + why);
  }

 private:
  /// Returns the line of the last character of the token just read.
  int lineOfToken() {
    for (; counted_ < reached_; ++counted_) line_ += *counted_ == '\n' ? 1 : 0;
    // `reached_` lies just behind the token, or one character further if a number had to look at the next
    // character. A line break in the last position ends the token's line, so it does not count.
    return line_ - (reached_ > position_ && reached_[-1] == '\n' ? 1 : 0);
  }

  JsonValue& add(JsonValue::JsonKind kind, int line) {
    JsonValue* value = &file_.root;
    if (!open_.empty()) {
      JsonValue& parent = *open_.back();
      if (parent.kind == JsonValue::JsonKind::Array)
        value = &parent.items.emplace_back();
      else
        value = &parent.members.emplace_back(JsonValue::Member{pendingKey_, pendingLine_, {}}).value;
    }
    value->kind = kind;
    value->line = line;
    return *value;
  }
  bool addNumber(double v) {
    const int line = lineOfToken();
    if (!std::isfinite(v)) file_.fail(line, "a number must be finite");
    add(JsonValue::JsonKind::Number, line).number = v;
    return true;
  }
  bool open(JsonValue::JsonKind kind) {
    const int line = lineOfToken();
    if (open_.size() >= kMaxDepth) file_.fail(line, fmt::format("nested deeper than {} levels", kMaxDepth));
    // A parent does not grow while its last child is open, so the pointers stay valid.
    open_.push_back(&add(kind, line));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    // A large file has very many small objects, so spare capacity would be a third of its memory.
    open_.back()->items.shrink_to_fit();
    open_.back()->members.shrink_to_fit();
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  JsonFile& file_;
  const char* position_;  ///< beginning of the text
  const char* counted_;   ///< position up to which line_ counts line breaks
  const char* reached_;   ///< end of the text that the parser has read so far
  int line_ = 1;
  std::vector<JsonValue*> open_;
  std::vector<std::unordered_set<std::string>> keys_;
  std::string pendingKey_;
  int pendingLine_ = 0;
};

}  // namespace

void JsonFile::fail(int line, std::string_view message) const {
  throw InputError(fmt::format("{}:{}: {}", path.string(), line, message));
}

JsonFile parseJson(const std::string& text, const std::filesystem::path& path) {
  JsonFile file{path, {}};
  if (text.size() > kMaxTextBytes) file.fail(1, "longer than 16 MiB");
  TreeBuilder builder(file, text);
  const TrackedIterator begin{text.data(), builder.reached()};
  const TrackedIterator end{text.data() + text.size(), builder.reached()};
  nlohmann::json::sax_parse(begin, end, &builder);
  return file;
}

}  // namespace ooze
