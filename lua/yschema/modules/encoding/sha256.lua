--- The module `sha256`: computes SHA-256 digests.
--
-- @module yschema.modules.encoding.sha256

return { fields = require "yschema.modules.encoding.digest" "sha256" }
