/* test_shapes.c - Tests of the maps of a schema that share a shape. */

#include "core/type/shapes.h"
#include "vocabulary.h"

/* The shape of the map at a path of positions from the root, written as
 * digits. */
static const ys_shape *shape_at(const ys_schema *schema, const char *path) {
  const ys_field *field = schema->root;
  for (; *path != '\0'; path++)
    field = ys_field_child(field, (uint32_t)(*path - '0'));
  return ys_field_shape(field);
}

static void equal_maps(void) {
  ys_schema schema;
  CHECK(word_compile(&schema, "#@data/values-schema\n---\n"
                              "a: {image: {tag: x, name: y}, port: 1}\n"
                              "b: {image: {tag: z, name: ''}, port: ''}\n"
                              "c:\n"
                              "- image: {tag: x, name: y}\n"
                              "  port: 2\n"
                              "order: {port: 1, image: {tag: x, name: y}}\n"
                              "below: {image: {name: y, tag: x}, port: 1}\n"
                              "fewer: {image: {tag: x, name: y}}\n"
                              "plain: {image: 1, port: 1}\n") == YS_OK);
  const ys_shape *a = shape_at(&schema, "0");
  CHECK(a->count == 2 && a->below[0] == shape_at(&schema, "00"));
  CHECK(a->below[1] == NULL);
  CHECK(shape_at(&schema, "1") == a);
  CHECK(shape_at(&schema, "2") == a);
  for (const char *other = "3456"; *other != '\0'; other++)
    CHECK(shape_at(&schema, (char[]){*other, '\0'}) != a);
  CHECK(shape_at(&schema, "30") != a && shape_at(&schema, "31") == a->below[0]);
  CHECK(shape_at(&schema, "50") == a->below[0]);
  CHECK(shape_at(&schema, "40") != a->below[0]);
  ys_schema_release(&schema);
}

/* More maps than the table of shapes begins with, which differ only in what is
 * below them: so they meet in the table. */
static void many_maps(void) {
  enum { MAPS = 300 };
  ys_schema schema;
  char line[64];
  ys_buf text = ys_buf_of(plain_memory);
  ys_buf_cstr(&text, "#@data/values-schema\n---\n");
  for (int i = 0; i < 2 * MAPS; i++) {
    snprintf(line, sizeof line, "k%d: {y: {x%d: 1}, z: {w: 1}}\n", i, i % MAPS);
    ys_buf_cstr(&text, line);
  }
  ys_buf_char(&text, '\0');
  CHECK(word_compile(&schema, text.ptr) == YS_OK);
  const ys_field *maps = schema.root->map->fields;
  for (int i = 0; i < MAPS; i++) {
    CHECK(maps[i].map->shape == maps[i + MAPS].map->shape);
    CHECK(i == 0 || maps[i].map->shape != maps[i - 1].map->shape);
    CHECK(maps[i].map->shape->below[0] == maps[i].map->fields[0].map->shape);
    CHECK(maps[i].map->shape->below[1] == maps[0].map->shape->below[1]);
  }
  ys_schema_release(&schema);
  ys_buf_release(&text);
}

int main(void) {
  equal_maps();
  many_maps();
  return check_done();
}
