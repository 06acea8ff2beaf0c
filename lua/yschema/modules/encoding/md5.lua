--- The module `md5`.
--
-- @module yschema.modules.encoding.md5

return { fields = require "yschema.modules.encoding.digest" "md5" }
