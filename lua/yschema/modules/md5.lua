--- The module `md5`.
--
-- @module yschema.modules.md5

return { fields = require "yschema.digest" "md5" }
