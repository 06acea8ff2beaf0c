/* core/pattern/property.c - The names that ECMA-262 knows for Unicode's
 * properties (core/pattern/reader.h). */

#include "core/pattern/reader.h"
#include "core/pattern/script_names.h"

/* The values of General_Category: PCRE2 knows the first name of each. */
static const char *const categories[][3] = {
    {"C", "Other"},
    {"Cc", "Control", "cntrl"},
    {"Cf", "Format"},
    {"Cn", "Unassigned"},
    {"Co", "Private_Use"},
    {"Cs", "Surrogate"},
    {"L", "Letter"},
    {"L&", "Cased_Letter", "LC"},
    {"Ll", "Lowercase_Letter"},
    {"Lm", "Modifier_Letter"},
    {"Lo", "Other_Letter"},
    {"Lt", "Titlecase_Letter"},
    {"Lu", "Uppercase_Letter"},
    {"M", "Mark", "Combining_Mark"},
    {"Mc", "Spacing_Mark"},
    {"Me", "Enclosing_Mark"},
    {"Mn", "Nonspacing_Mark"},
    {"N", "Number"},
    {"Nd", "Decimal_Number", "digit"},
    {"Nl", "Letter_Number"},
    {"No", "Other_Number"},
    {"P", "Punctuation", "punct"},
    {"Pc", "Connector_Punctuation"},
    {"Pd", "Dash_Punctuation"},
    {"Pe", "Close_Punctuation"},
    {"Pf", "Final_Punctuation"},
    {"Pi", "Initial_Punctuation"},
    {"Po", "Other_Punctuation"},
    {"Ps", "Open_Punctuation"},
    {"S", "Symbol"},
    {"Sc", "Currency_Symbol"},
    {"Sk", "Modifier_Symbol"},
    {"Sm", "Math_Symbol"},
    {"So", "Other_Symbol"},
    {"Z", "Separator"},
    {"Zl", "Line_Separator"},
    {"Zp", "Paragraph_Separator"},
    {"Zs", "Space_Separator"},
};

/* Properties of two values, with a blank around each name. */
static const char binary[] =
    " ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Bidi_Control Bidi_C "
    "Bidi_Mirrored Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF "
    "Changes_When_Casemapped CWCM Changes_When_Lowercased CWL "
    "Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT "
    "Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI "
    "Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier "
    "EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres "
    "Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base "
    "Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB "
    "IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo "
    "Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math "
    "Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space "
    "Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI "
    "Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term "
    "Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space "
    "space XID_Continue XIDC XID_Start XIDS ";

/* Whether a list of names with blanks around them has a name. */
static bool lists(const char *names, ys_str name) {
  for (const char *at = names; name.len > 0 && at[1] != '\0';) {
    const char *begin = at + 1, *end = strchr(begin, ' ');
    if (ys_str_eq(name, (ys_str){begin, (size_t)(end - begin)})) return true;
    at = end;
  }
  return false;
}

static const char *category_of(ys_str name) {
  for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
    for (size_t j = 0; j < 3 && categories[i][j] != NULL; j++)
      if (ys_str_eq(name, ys_cstr(categories[i][j]))) return categories[i][0];
  return NULL;
}

/* Takes one of two words and the `=` from the beginning of a name. */
static bool take_kind(ys_str *name, const char *long_word, const char *word) {
  const char *words[] = {long_word, word};
  for (int i = 0; i < 2; i++) {
    const ys_str w = ys_cstr(words[i]);
    if (name->len <= w.len || !ys_str_starts(*name, w)) continue;
    *name = (ys_str){name->ptr + w.len, name->len - w.len};
    return true;
  }
  return false;
}

/* Writes `\p{...}`; false: there is no room, so there is no such name. */
static bool write(ys_ecma_atom *out, bool negated, const char *kind,
                  ys_str name) {
  const size_t before = strlen(kind);
  if (before + name.len + 4 > sizeof out->own) return false;
  memcpy(out->own, negated ? "\\P{" : "\\p{", 3);
  memcpy(out->own + 3, kind, before);
  memcpy(out->own + 3 + before, name.ptr, name.len);
  out->own[3 + before + name.len] = '}';
  out->text = (ys_str){out->own, before + name.len + 4};
  out->is_class = true;
  return true;
}

bool ys_ecma_property(ys_str name, bool negated, ys_ecma_atom *out) {
  const bool script = take_kind(&name, "Script=", "sc=");
  if (script || take_kind(&name, "Script_Extensions=", "scx="))
    return lists(ys_script_names, name) &&
           write(out, negated, script ? "sc:" : "scx:", name);
  const bool of_category = take_kind(&name, "General_Category=", "gc=");
  const char *category =
      ys_str_eq(name, YS_STR("L&")) ? NULL : category_of(name);
  if (category == NULL && !of_category && lists(binary, name))
    return write(out, negated, "", name);
  if (!of_category && ys_str_eq(name, YS_STR("Assigned")))
    return write(out, !negated, "", YS_STR("Cn"));
  return category != NULL && write(out, negated, "", ys_cstr(category));
}
