--- The valid configurations of a pack: the documents of `spec/packs/PACK/valid.yml`, as texts.
--
--     local texts = require "spec.packs.valid" "kong"

local command = require "spec.support.command"

return function(pack)
  local text = assert(command.read(("%s/spec/packs/%s/valid.yml"):format(command.root, pack)))
  local texts = {}
  -- The text before the first line of dashes is about the file.
  for document in (text .. "---\n"):match "\n%-%-%-\n(.*)$":gmatch "(.-\n)%-%-%-\n" do
    texts[#texts + 1] = document
  end
  return texts
end
