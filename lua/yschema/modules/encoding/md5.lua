--- The module `md5`: computes MD5 digests.
--
-- @module yschema.modules.encoding.md5

return { fields = require "yschema.modules.encoding.digest" "md5" }
