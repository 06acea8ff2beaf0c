-- Functions that the schema's annotations use by name (yschema --env rules.lua).
local rules = {}

--- Valid when no two items of the list have the same name.
function rules.unique_names(list)
  local seen = {}
  for _, item in ipairs(list) do
    if seen[item.name] then return false, "the name '" .. item.name .. "' is there twice" end
    seen[item.name] = true
  end
  return true
end

return rules
