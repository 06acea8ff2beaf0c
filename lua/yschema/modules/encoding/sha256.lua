--- The module `sha256`.
--
-- @module yschema.modules.encoding.sha256

return { fields = require "yschema.modules.encoding.digest" "sha256" }
