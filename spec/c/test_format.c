/* test_format.c - The formats: what each accepts, and what it does not. */

#include "by_hand.h"
#include "core/format/format.h"

#include <time.h>

/* A format's texts: valid ones, NULL, invalid ones, NULL. */
typedef struct sample {
  const char *format;
  const char *const *texts;
} sample;

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})

#define LABEL_20 "abcdefghij-klmnopqrs"
#define LABEL_60 LABEL_20 LABEL_20 LABEL_20
#define LABEL_63 LABEL_60 "abc"
#define NAME_252 LABEL_63 "." LABEL_63 "." LABEL_63 "." LABEL_60

static const sample samples[] = {
    {"date-time",
     TEXTS(
         /* RFC 3339, section 5.8 */
         "1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00",
         "1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00",
         "1937-01-01T12:00:27.87+00:20",
         /* those of ytt's proposal (reference#origins) */
         "2018-11-13T20:20:39+00:00", "2018-11-13t20:20:39z",
         "2018-11-13T20:20:39-00:00", "2018-11-13T20:20:39.000000000001Z",
         "2016-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0000-02-29T00:00:00Z",
         "9999-12-31T23:59:59+23:59",
         /* leap seconds: a month's last second in UTC */
         "2015-06-30T23:59:60Z", "2015-07-01T01:59:60.5+02:00",
         "1999-01-01T00:59:60+01:00", "2016-12-31T18:59:60-05:00",
         "2016-02-29T23:59:60Z", NULL,
         /* none of this form */
         "", "2018-11-13", "20:20:39Z", "2018-11-13 20:20:39Z",
         "2018-11-13T20:20:39", "2018-11-13T20:20Z", "2018-11-13T20:20:39+0000",
         "2018-11-13T20:20:39+00", "2018-11-13T20:20:39.Z",
         "2018-11-13T20:20:39,5Z", "18-11-13T20:20:39Z", "2018-11-13T2:20:39Z",
         "+2018-11-13T20:20:39Z", "2018-11-13T20:20:39Z ",
         " 2018-11-13T20:20:39Z", "2018-11-13T20:20:39ZZ", "2018-11-13TZ",
         "2018-11-13T20:20:39+00:00[UTC]", "20181113T202039Z",
         "2018-W46-2T20:20:39Z",
         /* no such time */
         "2018-13-45T20:20:39Z", "2018-02-29T20:20:39Z", "1900-02-29T00:00:00Z",
         "2018-00-10T00:00:00Z", "2018-01-00T00:00:00Z", "2018-04-31T00:00:00Z",
         "2018-11-13T24:00:00Z", "2018-11-13T23:60:00Z", "2018-11-13T23:59:61Z",
         "2018-11-13T20:20:39+24:00", "2018-11-13T20:20:39+00:60",
         /* no leap second there */
         "2016-12-31T23:58:60Z", "2016-12-30T23:59:60Z",
         "2015-06-30T23:59:60+01:00", "2015-07-01T23:59:60Z",
         "2015-07-02T01:59:60+02:00", "2016-02-28T23:59:60Z",
         "1998-12-31T23:59:60-08:00")},
    {"date",
     TEXTS("2018-11-13", "0000-01-01", "9999-12-31", "2020-02-29", "2400-02-29",
           "2018-01-31", NULL, "", "2018-02-30", "2019-02-29", "2100-02-29",
           "2018-11-31", "2018-13-01", "2018-00-01", "2018-01-00", "2018-1-1",
           "18-01-01", "2018/01/01", "2018-01-01T", "2018-01-011", "20180101",
           "2018-01-01 ", "-2018-01-01", "2018-01-0x", "13 November",
           "\xD9\xA2\xD9\xA0\xD9\xA1\xD9\xA8-01-01")},
    {"time",
     TEXTS("20:20:39+00:00", "00:00:00Z", "23:59:59.999-23:59", "20:20:39z",
           "23:59:60Z", "00:29:60+00:30", "15:59:60.25-08:00", NULL, "",
           "25:00:00Z", "20:20:39", "20:20Z", "20:60:00Z", "20:20:61Z",
           "24:00:00Z", "20:20:39+1:00", "20:20:39.+00:00", "8:30:00Z",
           "22:59:60Z", "23:59:60+01:00", "12:00:00 Z", "12:00:00Zulu",
           "012:00:00Z", "12:00:00 PM")},
    {"email",
     TEXTS("a.b@example.com", "x@y", "joe+tag@example.co.uk",
           "!#$%&'*+-/=?^_`{|}~@example.org", "\"john doe\"@example.com",
           "\"a@b\"@example.com", "\"a\\\"b\\\\\"@example.com",
           "\"\"@example.com", "\"tab\there\"@example.com", "joe@[127.0.0.1]",
           "joe@[IPv6:::1]", "joe@[ipv6:2001:db8::1]", "a@1example.com",
           "a@xn--bcher-kva.example", NULL, "", "@", "not-an-email", "a@",
           "@b.com", "a@b@c", ".a@b.com", "a.@b.com", "a..b@c.com", "a b@c.com",
           "a@b c", "a@-b.com", "a@b-.com", "a@b..com", "a@.b.com", "a@b.com.",
           "a@b_c.com", "a@[300.0.0.1]", "a@[::1]", "a@[IPv6:127.0.0.1]",
           "a@[127.0.0.1", "a@[127.0.0.1]x", "a@127.0.0.1", "\"a@b.com",
           "\"a\"b@c.com", "\"a\\\"@b.com", "\"a\nb\"@c.com", "a\"b@c.com",
           "<a@b.com>", "Joe <a@b.com>", "a@b.com ", " a@b.com",
           "a@b.com,c@d.com", "a(c)@b.com", "\xC3\xA9@b.com", "a@\xC3\xA9.com",
           "mailto:a@b.com\n")},
    {"hostname",
     TEXTS("apps.example.com", "localhost", "a", "A.b-C.d", "3com.com", "123",
           "1.2.3", "1.2.3.4.5", "1.2.3.d", "a--b", "xn--bcher-kva.example",
           "poneria.ISI.EDU.", LABEL_63, LABEL_63 ".com", NAME_252 "x",
           NAME_252 "x.", NULL, "", ".", "..", ".com", "a..b", "a.b..",
           "bad host", "-a.com", "a-.com", "a.-b", "a_b.com", "*.example.com",
           "10.0.0.1", "300.1.1.1", "a.com/", "a.com:80", "a\n", "http://a.com",
           "\xC3\xA9.com", LABEL_63 "x", NAME_252 "xy", NAME_252 "xy.", "[::1]",
           "a,b")},
    {"ip", TEXTS("10.0.101.1", "::1", "2001:db8::1", "::ffff:10.0.0.1", NULL,
                 "", "300.1.1.1", "example.com", "10.0.0.1/8", "::1/128",
                 "[::1]", "10.0.0.1:80", "10.0.0", "::g")},
    {"ipv4",
     TEXTS("10.0.101.1", "0.0.0.0", "255.255.255.255", "1.2.3.4", NULL, "",
           "::1", "256.0.0.1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3",
           "1..2.3", "01.2.3.4", "1.2.3.04", "00.0.0.0", "1.2.3.4 ", " 1.2.3.4",
           "1.2.3.4/32", "0x7f.0.0.1", "2130706433", "1.2.3.1000", "-1.2.3.4",
           "1,2,3,4", "1.2.3.a", "::ffff:1.2.3.4")},
    {"ipv6",
     TEXTS(
         /* RFC 4291, section 2.2 */
         "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789",
         "2001:DB8:0:0:8:800:200C:417A", "FF01::101", "::1",
         "::", "2001:DB8::8:800:200C:417A", "0:0:0:0:0:0:13.1.68.3",
         "0:0:0:0:0:FFFF:129.144.52.38", "::13.1.68.3", "::FFFF:129.144.52.38",
         "1::", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3::5:6:7:8",
         "2001:db8::1", "0001:0:0:0:0:0:0:0", "1:2:3:4:5::1.2.3.4",
         "64:ff9b::192.0.2.33", NULL,
         /* none */
         "", ":", ":::", "1", "1:2", "10.0.101.1", "1:2:3:4:5:6:7",
         "1:2:3:4:5:6:7:8:9", "1::2::3", "::1::", "1:::2", ":1::2",
         "1::2:", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8::",
         "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "12345::", "::12345",
         "g::", "::1 ", " ::1", "fe80::1%eth0", "::1/128", "[::1]", "::1.2.3",
         "::1.2.3.256", "::1.2.3.4:5", "1.2.3.4::", "1:2:3:4:5:6:7:1.2.3.4",
         "1:2:3:4:5:6::1.2.3.4", "::01.2.3.4", "::1.2.3.4.5", "0x1::")},
    {"uri",
     TEXTS(
         /* RFC 3986, section 1.1.2 */
         "ftp://ftp.is.co.za/rfc/rfc1808.txt",
         "http://www.ietf.org/rfc/rfc2396.txt",
         "ldap://[2001:db8::7]/c=GB?objectClass?one",
         "mailto:John.Doe@example.com",
         "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
         "telnet://192.0.2.16:80/",
         "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
         /* and others */
         "https://example.com/x?y=z", "HTTP://EXAMPLE.COM",
         "http://u:p@h:8080/", "http://example.com?q", "http://example.com#f",
         "http://h/%7Euser/%20", "http://h/a;b=1,2/c!$&'()*+",
         "http://h/?a/b?c#d/e?f", "file:///etc/x", "a:", "a:b", "a+b-c.d:e",
         "http://", "http://h:", "http://[::1]:80", "http://[v7.a:b]/",
         "http://@h", "http://300.1.1.1/", "x:/", "x:/a//b", "http://h//a",
         NULL,
         /* none */
         "", ":", "not a uri", "example.com", "/path", "//example.com/x", "?q",
         "#f", "1http://x", "+a:b", "ht tp://x", "http//x", "http://a b",
         "http://h/a b", "http://h/%", "http://h/%2", "http://h/%zz",
         "http://h/%2z", "http://h/%z2", "http://h/<x>", "http://h/\"x\"",
         "http://h/{x}", "http://h/a|b", "http://h/a\\b", "http://h/a^b",
         "http://h/`", "http://h/[x]", "http://h?[x]", "http://h#a#b",
         "http://h:80a/", "http://h:80:90/", "http://a@b@c/", "http://[::1",
         "http://::1/", "http://[::1]x/", "http://[1.2.3.4]/",
         "http://[fe80::1%25en0]/", "http://[v.a]/", "http://[v7.]/",
         "http://[vg.a]/", "http://[v7.a/]", "http://\xC3\xA9/",
         "http://h/\xC3\xA9", "http://h/\n", " http://h", "http://h ", "a:b#c[",
         "c:\\dir")},
    {"uri-reference",
     TEXTS("", "a", "/path", "../a?b=c#d", "//example.com/x", "?q", "#f",
           "a/b:c", "./a:b", "http://h/a:b", "urn:a", "%20", NULL, "1:b", ":",
           "a b", "a%", "a[b]", "//[::1", "#a#b", "a\\b", "a|b", "\xC3\xA9",
           " a")},
    {"uuid", TEXTS("f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                   "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
                   "00000000-0000-0000-0000-000000000000",
                   "ffffffff-ffff-ffff-ffff-ffffffffffff", NULL, "", "-",
                   "----", "f81d4fae-7dec-11d0-a765+00a0c91e6bf6",
                   "f81d4fae7dec11d0a76500a0c91e6bf6",
                   "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                   "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
                   "g81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                   "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ",
                   "f81d4fae-7dec-11d0a-765-00a0c91e6bf6")},
    {"port", TEXTS("0", "1", "80", "8080", "65535", NULL, "", "65536", "99999",
                   "100000", "-1", "+1", "080", "00", "8080 ", " 80", "80.0",
                   "8e3", "http", "0x50", "80/tcp")},
    {"percent", TEXTS("0%", "10%", "100%", "150%", "007%",
                      "99999999999999999999999999999999%", NULL, "", "%", "10",
                      "-1%", "+1%", "1.5%", "10 %", "10%%", " 10%", "10% ",
                      "10%\n", "%10", "ten%")},
    {"duration",
     TEXTS(
         "10h", "1h30m", "0", "+0", "-0", "0s", "-1.5h", "+5s", ".5s", "1.s",
         "1.5h0.5m", "1ns", "1us", "1\xC2\xB5s", "1\xCE\xBCs", "1ms", "1m",
         "100000h", "1m1h1m", "9223372036854775807ns", "-9223372036854775808ns",
         "9223372036.854775807s", "0.100000000000000000000h",
         "0.9223372036854775807h", "2562047h47m16.854775807s", NULL, "", "+",
         "-", "10", "1", "00", "h", ".s", ".", "+.s", "1.2.3s", "10 hours",
         "ten", "1d", "1w", "1y", "1H", "1h ", " 1h", "1 h", "1h-30m", "1h+30m",
         "--1h", "1hh", "1hour", "1,5h", "1e3s", "h1", "9223372036854775808ns",
         "-9223372036854775809ns", "2562048h", "9223372036854775807ns1ns",
         "99999999999999999999s", "-9223372036854775808ns9223372036854775808ns",
         "1\xC2s", "\xC2\xB5s", "1\xE2\x84\x8Es")},
};

static bool holds(const char *format, ys_str text) {
  const ys_format *f = ys_format_find(ys_cstr(format));
  return CHECK(f != NULL) && f->test(text);
}

static int check_texts(const char *format, const char *const *texts,
                       bool wanted) {
  int count = 0;
  for (; texts[count] != NULL; count++)
    if (!CHECK(holds(format, ys_cstr(texts[count])) == wanted))
      fprintf(stderr, "%s: %s\n", format, texts[count]);
  return count;
}

static void test_samples(void) {
  for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
    const sample *s = &samples[i];
    const int good = check_texts(s->format, s->texts, true);
    const int bad = check_texts(s->format, s->texts + good + 1, false);
    CHECK(good >= 4 && bad >= 9);
  }
}

/* A NUL does not mask anything that is put after or into a valid text; nothing
 * is read beyond the end, which the sanitizer sees. */
static void test_bytes(void) {
  for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
    const char *good = samples[i].texts[0];
    const size_t len = strlen(good);
    for (size_t at = 0; at <= len; at++) {
      char *text = malloc(len + 1);
      memcpy(text, good, at);
      text[at] = '\0';
      memcpy(text + at + 1, good + at, len - at);
      CHECK(!holds(samples[i].format, (ys_str){text, len + 1}));
      char *part = realloc(text, at + 1);
      holds(samples[i].format, (ys_str){part, at});
      free(part);
    }
    CHECK(holds(samples[i].format, (ys_str){0}) ==
          (strcmp(samples[i].format, "uri-reference") == 0));
  }
}

/* Linear: a megabyte of whatever a format takes is a matter of milliseconds, of
 * seconds under a sanitizer on a busy machine, and of hours if the cost is
 * quadratic. */
static void test_long(void) {
  static const char *const units[] = {"1",  "a",   "a.", ":",      "::1",
                                      "a@", "%41", "1h", "\"\\\"", "-"};
  const size_t size = 1 << 20;
  char *text = malloc(size);
  const clock_t start = clock();
  for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
    const size_t unit = strlen(units[u]);
    for (size_t i = 0; i < size; i++)
      text[i] = units[u][i % unit];
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
      holds(samples[i].format, (ys_str){text, size});
    memcpy(text, "a://a", 5);
    holds("uri", (ys_str){text, size});
  }
  CHECK(clock() - start < 30 * CLOCKS_PER_SEC);
  free(text);
}

static void test_table(void) {
  ys_nearest nearest;
  ys_buf buf = ys_buf_of(plain_memory);
  ys_format_list(&buf);
  const ys_str names = ys_buf_str(&buf);
  for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
    const ys_format *f = ys_format_find(ys_cstr(samples[i].format));
    bool named = false;
    for (size_t at = 0; at < names.len; at++)
      named |= ys_str_starts((ys_str){names.ptr + at, names.len - at},
                             ys_cstr(f->name));
    CHECK(named);
    /* the example that messages show is one; `ip` shows one of each kind */
    if (strcmp(f->name, "ip") != 0) CHECK(f->test(ys_cstr(f->example)));
    CHECK((f->most >= 0) == (strcmp(f->name, "port") == 0));
  }
  CHECK(sizeof samples / sizeof samples[0] == 14);
  CHECK(ys_format_find(YS_STR("datetime")) == NULL);
  CHECK(ys_format_find(YS_STR("Date")) == NULL);
  CHECK(ys_format_find((ys_str){0}) == NULL);
  ys_nearest_init(&nearest, YS_STR("hostnmae"));
  ys_format_offer(&nearest);
  CHECK(hand_same(nearest.best, "hostname"));
  ys_buf_release(&buf);
}

int main(void) {
  test_samples();
  test_bytes();
  test_long();
  test_table();
  return check_done();
}
