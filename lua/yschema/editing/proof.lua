--- Compares the tree of a new text with the old tree and its changes.
--
-- @module yschema.editing.proof

local trees = require "yschema.editing.trees"

local proof = {}

local function same_value(old, new, old_text, new_text)
  if old.kind ~= new.kind then return false end
  if old.kind == "alias" then return old.alias == new.alias end
  local a, b = old.value, new.value
  if a == nil and b == nil and not old.made then
    return old_text:sub(old.content, old.last) == new_text:sub(new.content, new.last)
  end
  return a == b or a ~= a and b ~= b
end

local same

local function same_entries(old, new, old_text, new_text)
  local at = 0
  local sequence = trees.is_touched(old) and trees.sequence(old) or old
  for _, node in ipairs(sequence) do
    if not node.gone then
      at = at + 1
      local other = new[at]
      local is_same, where = same(node, other, old_text, new_text)
      if not is_same then return false, where end
    end
  end
  return new[at + 1] == nil, new[at + 1]
end

-- Whether the keys of two entries are the same.
local function same_key(old, new)
  local key, kind = trees.key(old)
  local place = old.from or old
  if (place.merge or false) ~= (new.merge or false) or place.key_alias ~= new.key_alias then return false end
  return key == new.key and kind == new.key_kind and place.key_anchor == new.key_anchor
end

--- Returns whether a node of the new text is a node of the old one with all changes.
---@param old yschema.EditedNode
---@param new? yschema.EditedNode
---@param old_text string
---@param new_text string
---@return boolean
---@return yschema.EditedNode? where of the new text
function same(old, new, old_text, new_text)
  if not new or not same_key(old, new) then return false, new end
  local value = trees.value(old)
  if value.anchor ~= new.anchor or not value.made and value.tag ~= new.tag then return false, new end
  if not trees.is_collection(value) then return same_value(value, new, old_text, new_text), new end
  if value.kind ~= new.kind then return false, new end
  return same_entries(value, new, old_text, new_text)
end

--- Compares the documents of two texts.
---@param old yschema.EditedText with changes
---@param new yschema.EditedText
---@return boolean is_same
---@return yschema.EditedDocument? document the first one that differs
function proof.holds(old, new)
  if #old.documents ~= #new.documents then return false, old.documents[1] end
  for i, document in ipairs(old.documents) do
    if not same(document.root, new.documents[i].root, old.places.text, new.places.text) then return false, document end
  end
  return true
end

--- Returns whether two values are equal, with all changes, and without aliases and merge keys.
---@param old yschema.EditedNode
---@param value yschema.EditedNode
---@return boolean
function proof.equal(old, value)
  local node = trees.value(old)
  if node.anchor or node.tag or node.kind ~= value.kind then return false end
  if node.kind == "alias" then return false end
  if not trees.is_collection(node) then return node.value ~= nil and node.value == value.value end
  local at = 0
  for _, below in ipairs(trees.sequence(node)) do
    if not below.gone then
      at = at + 1
      local other = value[at]
      local key, kind = trees.key(below)
      if below.merge or not other or key ~= other.key or kind ~= other.key_kind then return false end
      if not proof.equal(below, other) then return false end
    end
  end
  return value[at + 1] == nil
end

return proof
