--- A line of JSON for validate.mjs: a schema as JSON Schema and as OpenAPI, and values with yschema's verdicts.

local row = {}

local function on_one_line(json) return (json:gsub("\n", " ")) end

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

--- Writes a line. `values`: a list of { text, json, valid, because }.
function row.write(name, json_schema, openapi, values, why)
  local list = {}
  for i, value in ipairs(values) do
    list[i] = ('{"text":%s,"value":%s,"valid":%s,"because":%s}'):format(quoted(value.text), on_one_line(value.json),
      tostring(value.valid), value.because and quoted(value.because) or "null")
  end
  io.write(('{"name":%s,"why":%s,"values":[%s],"schema":%s,"openapi":%s}\n'):format(quoted(name),
    why and quoted(why) or "null", table.concat(list, ","), on_one_line(json_schema), quoted(openapi)))
end

return row
