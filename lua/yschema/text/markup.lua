--- Escapes texts for HTML and XML.
--
-- @module yschema.text.markup

local printable = require "yschema.core".printable

local markup = {}

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }

--- Escapes a text, so that it is safe everywhere in a page or a document, also in the quotes of an attribute.
-- Characters that would act on a terminal or a CI system, and those that change the direction of the text after
-- them, are shown by their codes.
---@param text string
---@return string
function markup.escape(text) return (printable(text):gsub("[&<>\"']", entities)) end

return markup
