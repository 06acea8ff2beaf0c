--- Pages of documentation as tests: the commands of a page print what the page shows.
--
-- A page is played in a copy of its folder. Fences are read in order. One whose first word is a
-- language and whose second is a file's name (```yaml schema.yml) writes that file there; one that
-- begins with `console` runs each of its lines that begin with `$ ` there, and what follows such a
-- line is what the command prints, standard output and standard error together. Commands are a
-- shell's, with `yschema` and `lua` being the ones under test.

local command = require "spec.support.command"

local pages = {}

--- The fences of a page.
---@param text string
---@return { language: string, file: string|nil, body: string, line: integer }[]
function pages.fences(text)
  local fences, current, number = {}, nil, 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local info = line:match "^```(.*)$"
    if info and not current then
      local language, file = info:match "^(%S*)%s*(%S*)"
      current = { language = language, file = file ~= "" and file or nil, line = number, lines = {} }
    elseif info then
      current.body = table.concat(current.lines, "\n") .. (#current.lines > 0 and "\n" or "")
      fences[#fences + 1] = current
      current = nil
    elseif current then
      current.lines[#current.lines + 1] = line
    end
  end
  assert(not current, "a fence is not closed")
  return fences
end

--- A console fence as a list of what was typed and what was printed.
---@param body string
---@return { typed: string, printed: string }[]
function pages.dialogue(body)
  local turns = {}
  for line in body:gmatch "(.-)\n" do
    local typed = line:match "^%$ (.*)$"
    if typed then
      turns[#turns + 1] = { typed = typed, printed = "" }
    else
      local turn = assert(turns[#turns], "a console begins with what is typed")
      turn.printed = turn.printed .. line .. "\n"
    end
  end
  return turns
end

local function write(path, text)
  local parent = path:match "^(.*)/[^/]*$"
  assert(os.execute("mkdir -p " .. command.quote(parent)))
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- Runs a line in a folder; returns all that is printed.
---@param typed string
---@param folder string
---@return string
function pages.type(typed, folder)
  local pipe = assert(io.popen(("cd %s && PATH=%s.bin:$PATH && export PATH && { %s\n} 2>&1 </dev/null"):format(
    command.quote(folder), command.quote(folder), command.shell(typed))))
  local printed = pipe:read "*a":gsub(", %d+ s\n", "\n") -- a slow machine takes seconds
  pipe:close()
  return printed
end

--- Plays a whole page in a scratch folder.
---@param name string of the page's file
---@param text string the page
---@param check fun(turn: { typed: string, printed: string }, printed: string, line: integer, folder: string)
---@param type_line? fun(typed: string, folder: string): string types a line; by default, it is run
function pages.play(name, text, check, type_line)
  type_line = type_line or pages.type
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir -p " .. command.quote(folder)))
  command.install(folder .. ".bin") -- for scripts of the folder
  local own = name:match "^(examples/.*)/[^/]*$"
  if own then
    assert(os.execute(("cp -R %s/. %s"):format(command.quote(own), command.quote(folder))))
  end
  local ok, problem = pcall(function()
    for _, fence in ipairs(pages.fences(text)) do
      if fence.language == "console" then
        for _, turn in ipairs(pages.dialogue(fence.body)) do
          check(turn, type_line(turn.typed, folder), fence.line, folder)
        end
      elseif fence.file then
        write(folder .. "/" .. fence.file, fence.body)
      end
    end
  end)
  os.execute(("rm -rf %s %s"):format(command.quote(folder), command.quote(folder .. ".bin")))
  assert(ok, problem)
end

return pages
