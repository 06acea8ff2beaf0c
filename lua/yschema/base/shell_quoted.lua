--- Quotes a text for a shell, in which it is one word.
--
-- @module yschema.base.shell_quoted

--- Quotes a text.
---@param text string
---@return string
return function(text) return "'" .. text:gsub("'", "'\\''") .. "'" end
