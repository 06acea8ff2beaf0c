--- Finds all pieces that a document needs, and has them written.
--
-- @module yschema.importing.writing.dependencies

local dependencies = {}

--- All that a document needs. The pieces are keys, too.
---@class yschema.SchemaNeeds
---@field list yschema.SchemaPiece[]
---@field function yschema.SchemaPiece[]
---@field bodies yschema.SchemaBody[] of the functions
---@field names? string[] of the functions, if they are not those of the pieces
---@field json? boolean a rule needs the JSON Schema
---@field lacking? boolean keywords that no rule says
---@field untranslated table<string, string>

local function take(found, uses)
  for i = 1, #uses do
    local piece = uses[i]
    if not found[piece] then
      local list = found[piece.kind]
      found[piece], list[#list + 1] = true, piece
    end
  end
  found.json, found.lacking = found.json or uses.json, found.lacking or uses.lacking
  if uses.untranslated then
    for pattern, problem in next, uses.untranslated do found.untranslated[pattern] = problem end
  end
end

local function new()
  return { list = {}, ["function"] = {}, bodies = {}, untranslated = {} }
end

--- Finds what a document needs.
---@param document yschema.SchemaBody
---@param nodes yschema.SchemaNodes
---@return yschema.SchemaNeeds
function dependencies.of(document, nodes)
  local found, i = new(), 0
  local bodies = found["function"]
  take(found, document.uses)
  while bodies[i + 1] do
    i = i + 1
    found.bodies[i] = nodes:body(bodies[i])
    take(found, found.bodies[i].uses)
  end
  return found
end

--- Lists all that was written so far, each body of a function with a name of its own.
---@param writer yschema.SchemaWriter
---@return yschema.SchemaNeeds
function dependencies.all(writer)
  local found, names = new(), {}
  found.names = names
  take(found, writer.lists)
  for _, piece in ipairs(writer.functions) do found[piece] = true end
  for _, piece in ipairs(writer.functions) do
    for i, body in ipairs(piece.bodies) do
      local at = #names + 1
      names[at], found["function"][at], found.bodies[at] = i == 1 and piece.name or writer:name(piece.name), piece, body
      take(found, body.uses)
    end
  end
  return found
end

return dependencies
