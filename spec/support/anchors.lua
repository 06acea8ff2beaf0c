--- Addresses in the documentation: the pages, their anchors, and who names them.
--
-- Markdown pages name each other by links, `[text](../values/README.md#json)`. Code, tests and the first
-- lines of cases cite a folder of pages and an anchor, such as `reference#attachment`
-- (`examples/reference/README.md` says how). An anchor is a heading, in the way GitHub makes
-- an address of it, or the id of `<a id="…">`.

local command = require "spec.support.command"
local txtar = require "spec.support.txtar"

local anchors = {}

-- The text of a file of the checkout; nothing when there is none.
local function read(name) return command.read(command.root .. "/" .. name) end

--- The names of all files of the checkout that may name a page, sorted: pages, code, tests and cases.
---@return string[]
function anchors.files()
  return command.output "for f in README.md .github csrc lua rocks spec examples; do find $f -type f; done \z
    | grep -E '^spec/cases/.*[.]txt$|[.](md|c|h|lua)$' | LC_ALL=C sort"
end

--- The part of a file that may name a page: of a page, what is not in its fences; of a case, what it shows; of
-- other files, all.
---@param name string
---@return string
function anchors.text(name)
  if name:find "%.md$" then return anchors.prose(name) end
  local text = assert(read(name), name)
  return name:find "%.txt$" and txtar.parse(text).comment or text
end

--- A page without what stands in its fences.
---@param name string
---@return string
function anchors.prose(name) return (("\n" .. read(name)):gsub("\n```.-\n```", "")) end

--- The anchor of a heading.
---@param heading string
---@return string
function anchors.address(heading)
  return (heading:lower():gsub("[^%w%- _]", ""):gsub(" ", "-"))
end

--- How often each anchor stands on a page; nothing when there is no such page.
---@param name string
---@return table<string, integer>|nil
function anchors.of(name)
  if not name:find "%.md$" or not read(name) then return end
  local prose, found = anchors.prose(name), {}
  local function add(anchor) found[anchor] = (found[anchor] or 0) + 1 end
  for heading in prose:gmatch "\n#+ ([^\n]*)" do add(anchors.address(heading)) end
  for id in prose:gmatch '<a id="([^"]*)">' do add(id) end
  return found
end

-- The pages of folders of `examples`, and their anchors, by the names of the folders.
local folders = {}

local function pages_of(name)
  if not folders[name] then
    folders[name] = {}
    for _, file in ipairs(command.output("ls examples/" .. name .. "/*.md 2>/dev/null")) do
      folders[name][file] = anchors.of(file)
    end
  end
  return folders[name]
end

--- The page of a folder that has an anchor; its first page if none has.
---@param name string the folder's name below `examples`
---@param anchor string
---@return string
function anchors.page(name, anchor)
  for file, found in pairs(pages_of(name)) do
    if found[anchor] then return file end
  end
  return "examples/" .. name .. "/README.md"
end

local function normalised(path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

--- The links of a page to others of the checkout.
---@param name string
---@return { text: string, file: string, anchor: string }[]
function anchors.links(name)
  local links = {}
  for link in anchors.prose(name):gmatch "%]%(([^)]*)%)" do
    local path, anchor = link:match "^([^#]*)#?(.*)$"
    if not link:find "^%a+:" then
      local file = path == "" and name or normalised((name:match "^(.*/)" or "") .. path)
      links[#links + 1] = { text = link, file = file, anchor = anchor }
    end
  end
  return links
end

--- The citations in a text: the short name of a page, `#` and an anchor, as a word of its own. Both have
--- at least three characters, so that data such as `a#b` is none.
---@param text string
---@return { text: string, file: string, anchor: string }[]
function anchors.citations(text)
  local citations = {}
  for page, anchor in (" " .. text):gmatch "[^%w._/#:\\-](%l[%l-][%l-]+)#(%l[%w-][%w-]+)" do
    citations[#citations + 1] = { text = page .. "#" .. anchor, file = anchors.page(page, anchor), anchor = anchor }
  end
  return citations
end

--- Whether there is such a file of the checkout or a folder.
---@param name string
---@return boolean
function anchors.exists(name)
  return #command.output("test -e '" .. name .. "' || echo no") == 0
end

return anchors
