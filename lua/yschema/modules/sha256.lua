--- The module `sha256`.
--
-- @module yschema.modules.sha256

return { fields = require "yschema.digest" "sha256" }
