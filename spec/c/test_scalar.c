/* test_scalar.c - Plain scalars (reference#plain-scalars,
 * reference#strict-mode) and how numbers are written (reference#output). */

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "core/scalar/scalar.h"
#include "plain_memory.h"

/* Kind and canonical text, as `int 31`; or the problem. */
static const char *describe(ys_scalar_status status, const ys_slot *slot) {
  static char text[1024];
  if (status == YS_SCALAR_INTEGER_RANGE) return "integer range";
  if (status == YS_SCALAR_FLOAT_RANGE) return "float range";
  ys_buf buf = ys_buf_of(plain_memory);
  ys_buf_add(&buf, ys_kind_name((ys_kind)slot->kind));
  ys_buf_char(&buf, ' ');
  ys_scalar_write(&buf, slot);
  snprintf(text, sizeof text, "%.*s", (int)buf.len, buf.ptr);
  ys_buf_release(&buf);
  return text;
}

typedef ys_scalar_status resolve_fn(ys_str text, ys_slot *slot);

static const char *resolved(resolve_fn *resolve, const char *text) {
  const ys_str whole = ys_cstr(text);
  ys_slot slot = {.kind = YS_STRING};
  ys_scalar_status status = resolve(whole, &slot);
  if (slot.kind == YS_STRING) ys_slot_show_text(&slot, &whole);
  return describe(status, &slot);
}

static const char *lax(const char *text) {
  return resolved(ys_scalar_resolve, text);
}

static const char *lax_key(const char *text) {
  return resolved(ys_scalar_resolve_key, text);
}

typedef struct row {
  const char *text, *means;
} row;

static void check_rows(const char *(*resolve)(const char *), const row *rows,
                       size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *found = resolve(rows[i].text);
    if (!CHECK(strcmp(found, rows[i].means) == 0))
      fprintf(stderr, "  %s: %s, not %s\n", rows[i].text, found, rows[i].means);
  }
}

#define CHECK_ROWS(resolve, rows)                                              \
  check_rows(resolve, rows, sizeof(rows) / sizeof *(rows))

/* ---- b.1 ----------------------------------------------------------------- */

static void test_integers(void) {
  static const row rows[] = {
      {"12", "integer 12"},
      {"-5", "integer -5"},
      {"+5", "integer 5"},
      {"0", "integer 0"},
      {"-0", "integer 0"},
      {"00", "integer 0"},
      {"1_000", "integer 1000"},
      {"1_", "integer 1"},
      {"-1__0", "integer -10"},
      {"0x1F", "integer 31"},
      {"0X1f", "integer 31"},
      {"-0x1F", "integer -31"},
      {"0xdead_beef", "integer 3735928559"},
      {"0b101", "integer 5"},
      {"0B101", "integer 5"},
      {"0o17", "integer 15"},
      {"0O17", "integer 15"},
      {"017", "integer 15"},
      {"-017", "integer -15"},
      {"9223372036854775807", "integer 9223372036854775807"},
      {"9223372036854775808", "integer 9223372036854775808"},
      {"18446744073709551615", "integer 18446744073709551615"},
      {"18446744073709551616", "integer range"},
      {"99999999999999999999999", "integer range"},
      {"-9223372036854775808", "integer -9223372036854775808"},
      {"-9223372036854775809", "integer range"},
      {"0xFFFFFFFFFFFFFFFF", "integer 18446744073709551615"},
      {"0x10000000000000000", "integer range"},
      {"0000000000000000000000000000001", "integer 1"},
  };
  CHECK_ROWS(lax, rows);
  CHECK_ROWS(lax_key, rows);
}

static void test_floats(void) {
  static const row rows[] = {
      {"08", "float 8.0"},
      {"-09", "float -9.0"},
      {"017.5", "float 17.5"},
      {"1.5", "float 1.5"},
      {".5", "float 0.5"},
      {"-.5", "float -0.5"},
      {"1.", "float 1.0"},
      {"1e3", "float 1000.0"},
      {"1.e3", "float 1000.0"},
      {"-1.5E+3", "float -1500.0"},
      {"1_000.5", "float 1000.5"},
      {"0.4", "float 0.4"},
      {"-0.0", "float -0.0"},
      {"1.5e-7", "float 1.5e-07"},
      {".inf", "float .inf"},
      {".Inf", "float .inf"},
      {".INF", "float .inf"},
      {"+.inf", "float .inf"},
      {"-.Inf", "float -.inf"},
      {".nan", "float .nan"},
      {".NaN", "float .nan"},
      {".NAN", "float .nan"},
      {"1e400", "float range"},
      {"-1e400", "float range"},
      {"1e308", "float 1e+308"},
      {"1.8e308", "float range"},
      {"1e-400", "float 0.0"},
      {"1e99999999999999999999", "float range"},
      {"0e99999999999999999999", "float 0.0"},
      {"1e-99999999999999999999", "float 0.0"},
  };
  CHECK_ROWS(lax, rows);
  CHECK_ROWS(lax_key, rows);
}

static void test_words(void) {
  static const row rows[] = {
      {"true", "boolean true"},   {"True", "boolean true"},
      {"TRUE", "boolean true"},   {"false", "boolean false"},
      {"False", "boolean false"}, {"FALSE", "boolean false"},
      {"", "null null"},          {"~", "null null"},
      {"null", "null null"},      {"Null", "null null"},
      {"NULL", "null null"},      {"tRue", "string tRue"},
      {"nUll", "string nUll"},    {"TRue", "string TRue"},
      {"trues", "string trues"},  {"~~", "string ~~"},
  };
  static const row switches[] = {
      {"y", "boolean true"},    {"Y", "boolean true"},
      {"yes", "boolean true"},  {"Yes", "boolean true"},
      {"YES", "boolean true"},  {"on", "boolean true"},
      {"On", "boolean true"},   {"ON", "boolean true"},
      {"n", "boolean false"},   {"N", "boolean false"},
      {"no", "boolean false"},  {"No", "boolean false"},
      {"NO", "boolean false"},  {"off", "boolean false"},
      {"Off", "boolean false"}, {"OFF", "boolean false"},
      {"yEs", "string yEs"},    {"oN", "string oN"},
      {"nO", "string nO"},
  };
  static const char *const keys[] = {"y",  "Y",  "n",  "N",   "yes", "NO",
                                     "on", "On", "no", "off", "OFF"};
  CHECK_ROWS(lax, rows);
  CHECK_ROWS(lax_key, rows);
  CHECK_ROWS(lax, switches);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    char string[32];
    snprintf(string, sizeof string, "string %s", keys[i]);
    CHECK(strcmp(lax_key(keys[i]), string) == 0);
  }
}

static void test_strings(void) {
  static const char *const texts[] = {
      "1:30",     "0x",    "+",
      "-",        "0.0.1", "=",
      "<<",       "0b",    "0b12",
      "0o8",      "0o",    "0x1G",
      ".",        "-.",    "..",
      ".e3",      "1e",    "1e+",
      "e3",       "1.5.2", "2001-12-14",
      "10.0.0.1", "512Mi", "5s",
      ".5_0",     "_1",    "+_",
      "+.nan",    ".iNf",  "2001-13-45",
      "inf",      "nan",   "Infinity",
      "0x1.8p3",  "++1",   "+-1",
      "1 000",    " 1",    "1 ",
      "1,5",      "none",  "None",
      "hello",    "1f",    "2001-12-14t21:59:43.10-05:00"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char string[64];
    snprintf(string, sizeof string, "string %s", texts[i]);
    if (!CHECK(strcmp(lax(texts[i]), string) == 0))
      fprintf(stderr, "  %s: %s\n", texts[i], lax(texts[i]));
    CHECK(strcmp(lax_key(texts[i]), string) == 0);
  }
  ys_slot slot = {.kind = YS_STRING};
  CHECK(ys_scalar_resolve(YS_STR("1\0"), &slot) == YS_SCALAR_OK);
  CHECK(slot.kind == YS_STRING);
  CHECK(ys_scalar_resolve(YS_STR("y\0s"), &slot) == YS_SCALAR_OK);
  CHECK(slot.kind == YS_STRING);
}

/* A slot that was something else keeps nothing of it. */
static void test_reuse(void) {
  ys_slot slot = {.kind = YS_STRING};
  CHECK(ys_scalar_resolve(YS_STR("18446744073709551615"), &slot) == 0);
  CHECK((slot.flags & YS_SLOT_UNSIGNED) != 0);
  CHECK(ys_scalar_resolve(YS_STR("1"), &slot) == 0);
  CHECK(slot.flags == 0 && slot.u.integer == 1);
}

/* ---- YAML 1.2 ------------------------------------------------------------ */

static const char *core(const char *text) {
  return resolved(ys_scalar_resolve_core, text);
}

static void test_core_schema(void) {
  static const row rows[] = {
      {"", "null null"},
      {"~", "null null"},
      {"Null", "null null"},
      {"NULL", "null null"},
      {"nUll", "string nUll"},
      {"true", "boolean true"},
      {"False", "boolean false"},
      {"TRUE", "boolean true"},
      {"tRUE", "string tRUE"},
      {"yes", "string yes"},
      {"Yes", "string Yes"},
      {"n", "string n"},
      {"off", "string off"},
      {"ON", "string ON"},
      {"0", "integer 0"},
      {"-12", "integer -12"},
      {"+12", "integer 12"},
      {"010", "integer 10"},
      {"-007", "integer -7"},
      {"08", "integer 8"},
      {"0o17", "integer 15"},
      {"0O17", "string 0O17"},
      {"0o8", "string 0o8"},
      {"-0o7", "string -0o7"},
      {"0x1F", "integer 31"},
      {"0X1F", "string 0X1F"},
      {"+0x1F", "string +0x1F"},
      {"0x", "string 0x"},
      {"0b11", "string 0b11"},
      {"1_000", "string 1_000"},
      {"1:30", "string 1:30"},
      {"-", "string -"},
      {"+", "string +"},
      {".", "string ."},
      {"1.", "float 1.0"},
      {".5", "float 0.5"},
      {"-.5e1", "float -5.0"},
      {"007.5", "float 7.5"},
      {"1e3", "float 1000.0"},
      {"1e", "string 1e"},
      {"1e+", "string 1e+"},
      {".e1", "string .e1"},
      {"+._5", "string +._5"},
      {".inf", "float .inf"},
      {"-.INF", "float -.inf"},
      {"+.Inf", "float .inf"},
      {".iNF", "string .iNF"},
      {".nan", "float .nan"},
      {"-.nan", "string -.nan"},
      {"18446744073709551615", "integer 18446744073709551615"},
      {"000018446744073709551615", "integer 18446744073709551615"},
      {"18446744073709551616", "integer range"},
      {"99999999999999999999999999999", "integer range"},
      {"-99999999999999999999999999999", "integer range"},
      {"1e400", "float range"},
      {"2001-12-14", "string 2001-12-14"},
      {"a", "string a"},
  };
  CHECK_ROWS(core, rows);
}

/* ---- b.2 ----------------------------------------------------------------- */

static const char *strict(const char *text) {
  static char answer[64];
  ys_slot slot = {.kind = YS_STRING};
  ys_kind other = YS_ANY;
  const ys_str whole = ys_cstr(text);
  switch (ys_scalar_resolve_strict(whole, &slot, &other)) {
  case YS_STRICT_OK:
    if (slot.kind == YS_STRING) ys_slot_show_text(&slot, &whole);
    return describe(YS_SCALAR_OK, &slot);
  case YS_STRICT_SPACE: return "space";
  case YS_STRICT_COLON: return "colon";
  case YS_STRICT_DASHES: return "dashes";
  case YS_STRICT_AMBIGUOUS: break;
  }
  snprintf(answer, sizeof answer, "or %s", ys_kind_name(other).ptr);
  return answer;
}

static void test_strict(void) {
  static const row rows[] = {
      {"", "null null"},
      {"true", "boolean true"},
      {"false", "boolean false"},
      {"0", "integer 0"},
      {"-0", "integer 0"},
      {"-12", "integer -12"},
      {"91230", "integer 91230"},
      {"18446744073709551615", "integer 18446744073709551615"},
      {"1.5", "float 1.5"},
      {"1e3", "float 1000.0"},
      {"-1.5E+3", "float -1500.0"},
      {"abc", "string abc"},
      {"0.0.1", "string 0.0.1"},
      {"2001-12-14", "string 2001-12-14"},
      {"yes", "or boolean"},
      {"n", "or boolean"},
      {"True", "or boolean"},
      {"~", "or null"},
      {"null", "or null"},
      {"0x10", "or integer"},
      {"017", "or integer"},
      {"011", "or integer"},
      {"1_000", "or integer"},
      {"+5", "or integer"},
      {"08", "or float"},
      {"1.", "or float"},
      {".5", "or float"},
      {".nan", "or float"},
      {"18446744073709551616", "or integer"},
      {"1e400", "or float"},
      {"a b", "space"},
      {"a\tb", "space"},
      {"a\xC2\xA0"
       "b",
       "space"},
      {"a: b", "space"},
      {"a:b", "colon"},
      {"a---b", "dashes"},
      {"a--b", "string a--b"},
  };
  CHECK_ROWS(strict, rows);
}

/* ---- floats to texts and back -------------------------------------------- */

static const char *format(double number) {
  static char text[40];
  size_t len = ys_float_write(number, text);
  CHECK(len <= 32);
  text[len] = '\0';
  return text;
}

static void test_format(void) {
  CHECK(strcmp(format(1.0), "1.0") == 0);
  CHECK(strcmp(format(0.4), "0.4") == 0);
  CHECK(strcmp(format(-0.0), "-0.0") == 0);
  CHECK(strcmp(format(0.0), "0.0") == 0);
  CHECK(strcmp(format(100.0), "100.0") == 0);
  CHECK(strcmp(format(123456.0), "123456.0") == 0);
  CHECK(strcmp(format(1e6), "1e+06") == 0);
  CHECK(strcmp(format(1e21), "1e+21") == 0);
  CHECK(strcmp(format(1.5e-7), "1.5e-07") == 0);
  CHECK(strcmp(format(0.0001), "0.0001") == 0);
  CHECK(strcmp(format(0.00001), "1e-05") == 0);
  CHECK(strcmp(format(123456789.125), "1.23456789125e+08") == 0);
  CHECK(strcmp(format(0.1 + 0.2), "0.30000000000000004") == 0);
  CHECK(strcmp(format(5e-324), "5e-324") == 0);
  CHECK(strcmp(format(2.2250738585072014e-308), "2.2250738585072014e-308") ==
        0);
  CHECK(strcmp(format(1.7976931348623157e308), "1.7976931348623157e+308") == 0);
  CHECK(strcmp(format(9007199254740993.0), "9.007199254740992e+15") == 0);
  CHECK(strcmp(format(INFINITY), ".inf") == 0);
  CHECK(strcmp(format(-INFINITY), "-.inf") == 0);
  CHECK(strcmp(format(NAN), ".nan") == 0);
  CHECK(strcmp(format(-NAN), ".nan") == 0);
}

static bool same_double(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

static double parse(const char *text) {
  double number = 0.5;
  CHECK(ys_float_read(ys_cstr(text), &number));
  return number;
}

/* Cases that are known for catching readers of floats out. */
static void test_parse(void) {
  static const char *const texts[] = {
      "2.2250738585072011e-308",
      "2.2250738585072012e-308",
      "2.2250738585072013e-308",
      "4.9406564584124654e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "9007199254740992.99999999999999999999999999999999999999",
      "9007199254740993",
      "9007199254740993.00000000000000000000000000000000000001",
      "9007199254740995",
      "0.500000000000000166533453693773481063544750213623046875",
      "3.518437208883201171875e13",
      "62.5364939768271845828",
      "8.10109172351e-10",
      "1.50000000000000011102230246251565",
      "6929495644600919.5",
      "123456789012345678901234567890e-10",
      "0.000000000000000000000000000000000000000000000000000000000000001e63",
      "100000000000000000000000000000000000000000000000000000000000000e-63",
      "7.2057594037927933e16",
      "1e23",
      "8.5e22",
      "1e-22",
      "1e22",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!CHECK(same_double(parse(texts[i]), strtod(texts[i], NULL))))
      fprintf(stderr, "  %s\n", texts[i]);
  double number;
  static const char *const wrong[] = {"",    ".",   "-",   "e1",  "1e",
                                      "1e+", "x",   "1.x", " 1",  "0x10",
                                      "inf", "1_0", "1 ",  "+-1", ".e1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(!ys_float_read(ys_cstr(wrong[i]), &number));
}

/* A number halfway between two doubles goes to the even one, unless a digit
 * much later shows that it lies beyond. */
static void test_halfway(void) {
  enum { LEN = 5000 };
  static char text[LEN + 1];
  int head = snprintf(text, sizeof text, "9007199254740993.");
  memset(text + head, '0', (size_t)(LEN - head));
  CHECK(parse(text) == 9007199254740992.0);
  text[LEN - 1] = '1';
  CHECK(parse(text) == 9007199254740994.0);
  memset(text, '0', LEN);
  text[1] = '.';
  text[LEN - 1] = '7';
  CHECK(parse(text) == 0.0);
  memset(text, '9', LEN);
  CHECK(parse(text) == INFINITY);
}

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Of all sizes, of usual sizes, denormal, powers of two, of few digits. */
static double random_double(int i) {
  static const double tens[] = {1, 10, 100, 1000, 1e6};
  uint64_t bits = random_bits();
  const uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
  double number;
  if (i % 5 == 1) bits = mantissa | (1003 + bits % 40) << 52;
  if (i % 5 == 2) bits = mantissa;
  if (i % 5 == 3) bits &= UINT64_C(0xFFF) << 52;
  memcpy(&number, &bits, sizeof number);
  if (i % 5 == 4) number = (double)(bits % 10000000) / tens[bits >> 40 & 3];
  return number;
}

static int digits_of(const char *text) {
  int count = 0;
  while (*text == '-' || *text == '0' || *text == '.')
    text++;
  int zeros = 0;
  for (; *text != '\0' && *text != 'e'; text++) {
    if (*text == '.') continue;
    zeros = *text == '0' ? zeros + 1 : 0;
    count++;
  }
  return count - zeros;
}

/* Against the C library, which is correct and slow: reads back as the same
 * double, and no text with fewer digits does. */
static void test_round_trip(void) {
  char shorter[64];
  bool same = true, shortest = true;
  for (int i = 0; i < 60000; i++) {
    double number = random_double(i);
    if (!isfinite(number) || number == 0) continue;
    const char *text = format(number);
    double again = 0;
    same &= ys_float_read(ys_cstr(text), &again);
    same &= same_double(again, number) && strtod(text, NULL) == number;
    int digits = digits_of(text);
    if (digits < 2) continue;
    snprintf(shorter, sizeof shorter, "%.*e", digits - 2, number);
    shortest &= strtod(shorter, NULL) != number;
  }
  CHECK(same);
  CHECK(shortest);
}

static void test_random_texts(void) {
  char text[128];
  bool right = true;
  for (int i = 0; i < 60000; i++) {
    snprintf(text, sizeof text, "%llu.%llue%d",
             (unsigned long long)(random_bits() >> i % 64),
             (unsigned long long)(random_bits() >> i % 61),
             (int)(random_bits() % 720) - 370);
    double number = 0;
    right &= ys_float_read(ys_cstr(text), &number);
    right &= same_double(number, strtod(text, NULL));
  }
  CHECK(right);
}

/* Long texts cost time in proportion. */
static void test_long_texts(void) {
  enum { LEN = 20000000 };
  char *text = malloc(LEN);
  ys_slot slot = {.kind = YS_STRING};
  if (!CHECK(text != NULL)) return;
  const clock_t start = clock();
  memset(text, '7', LEN);
  CHECK(ys_scalar_resolve((ys_str){text, LEN}, &slot) ==
        YS_SCALAR_INTEGER_RANGE);
  text[1] = '.';
  CHECK(ys_scalar_resolve((ys_str){text, LEN}, &slot) == YS_SCALAR_OK);
  CHECK(slot.kind == YS_FLOAT && fabs(slot.u.number - 70.0 / 9) < 1e-15);
  text[LEN / 2] = '_';
  CHECK(ys_scalar_resolve((ys_str){text, LEN}, &slot) == YS_SCALAR_OK);
  CHECK(slot.kind == YS_STRING);
  CHECK(clock() - start < 5 * CLOCKS_PER_SEC);
  free(text);
}

int main(void) {
  test_integers();
  test_floats();
  test_words();
  test_strings();
  test_reuse();
  test_core_schema();
  test_strict();
  test_format();
  test_parse();
  test_halfway();
  test_round_trip();
  test_random_texts();
  test_long_texts();
  return check_done();
}
