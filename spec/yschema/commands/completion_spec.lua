-- `yschema completion`: what a shell offers for a line that a user types. The shells are real: a line ends with
-- the keys that complete it, and a function in place of yschema prints the words that it gets.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

-- The typed texts, and the words that the command is given then. Where several fit, bash inserts all of them.
local rows = {
  { "yschema ", "<check><completion><diff><example><explain><fix><fleet><get><help><import><infer><init><inspect><lsp>"
    .. "<man><migrate><overlay><packs><publish><rollback><set><test>" },
  { "yschema comp", "<completion>" },
  { "yschema --rep", "<--report><--report-file>" },
  { "yschema --refu", "<--refuse-plain-comments>" },
  { "yschema --report j", "<--report><json><junit>" },
  { "yschema --report=cod", "<--report=codequality>" },
  { "yschema check --report=n", "<check><--report=ndjson>" },
  { "yschema check --report=", "<check><--report=codequality><concise><github><json><junit><ndjson><sarif><text>" },
  { "yschema overlay --format j", "<overlay><--format><json>" },
  { "yschema -s --format op", "<-s><--format><openapi-v3>" },
  { "yschema -f sch", "<-f><schema.yml>" },
  { "yschema -f name=sch", "<-f><name=schema.yml>" },
  { "yschema --data-values-file=sch", "<--data-values-file=schema.yml>" },
  { "yschema --data-value-file a=sch", "<--data-value-file><a=schema.yml>" },
  { "yschema --data-value-file sch", "<--data-value-file><sch>" },
  { "yschema --budget sch", "<--budget><sch>" },
  { "yschema sch", "<sch>" },
  { "yschema check sch", "<check><schema.yml>" },
  { "yschema check with", "<check><with blank.yml>" },
  { "yschema check -f schema.yml with", "<check><-f><schema.yml><with blank.yml>" },
  { "yschema completion z", "<completion><zsh>" },
  { "yschema completion b", "<completion><bash>" },
  { "yschema man o", "<man><overlay>" },
  { "yschema hel", "<help>" },
  { "yschema check -f pack:k", "<check><-f><pack:kong>" },
  { "yschema explain --rule missing-k", "<explain><--rule><missing-key>" },
  { "yschema check -f pa", "<check><-f><pack:alertmanager><pack:apisix><pack:deck><pack:kong>"
    .. "<pack:prometheus>"
    .. "<pack:prometheus-rules>" },
  { "yschema -f pack:al", "<-f><pack:alertmanager>" },
  { "yschema check -f pack:prometheus@2.5", "<check><-f><pack:prometheus@2.50><@2.51><@2.52><@2.53><@2.54><@2.55>" },
  { "yschema check -f pack:prometheus@3.14", "<check><-f><pack:prometheus@3.14>" },
  { "yschema packs pack:a", "<packs><pack:alertmanager><apisix>" },
  { "yschema get --f", "<get><--file><--format>" },
  { "yschema help comp", "<help><completion>" },
  { "yschema import op", "<import><openapi>" },
  { "yschema import crd sch", "<import><crd><schema.yml>" },
  { "yschema init fo", "<init><folder>" },
  { "yschema check gat", "<check><gateway>" },
  { "yschema check --all gat", "<check><--all><gateway>" },
  { "yschema check -f schema.yml gat", "<check><-f><schema.yml><gat>" },
  { "yschema check wh", "<check><what is new>" },
  { "yschema check schema.y", "<check><schema.yml>" },
  { "yschema check fo", "<check><folder><folders>" },
}

local dir

local PROJECT = [[
configurations:
- {name: gateway, schema: schema.yml, each: [no-such-folder]}
- {name: what is new, schema: schema.yml, layers: [schema.yml]}
- {name: folders, schema: schema.yml, each: [folder]}
]]

local function here(shell) return #command.output("command -v " .. shell) > 0 end

-- Runs lines of sh in the folder, and returns all that is printed.
local function sh(text)
  return command.output(("cd %s && { PATH=$PWD/bin:$PATH\n%s\n} 2>/dev/null"):format(command.quote(dir), text))
end

local function completion(shell)
  local result = command.run { "completion", shell }
  assert.equal("", result.stderr)
  return result.stdout
end

describe("the completion #programs", function()
  setup(function()
    dir = folder.make "folder"
    for _, name in ipairs { "schema.yml", "with blank.yml" } do
      folder.write(dir, name, "#@data/values-schema\n---\n")
    end
    folder.write(dir, ".yschema.yml", PROJECT)
    command.install(dir .. "/bin")
    for _, shell in ipairs { "bash", "zsh", "fish" } do folder.write(dir, "." .. shell, completion(shell)) end
  end)

  teardown(function() folder.remove(dir) end)

  it("of bash offers what fits", function()
    folder.write(dir, ".rc", "source ./.bash\nPS1=\nyschema() { printf '<%s>' \"$@\"; echo; }\n"
      .. "bind '\"\\C-o\": insert-completions'\n")
    local typed, expected = {}, {}
    for i, row in ipairs(rows) do
      typed[i], expected[i] = row[1] .. "\15\n", row[2]
    end
    folder.write(dir, ".typed", table.concat(typed))
    assert.same(expected, sh "timeout 20 bash --noprofile --rcfile ./.rc -i <.typed")
  end)

  -- A list of words that fit is not typed into the line here: so only the lines where one word fits.
  it("of zsh offers what fits", function()
    if not here "zsh" then return pending "zsh is not installed: its completion was NOT tried" end
    local typed, expected = {}, {}
    for _, row in ipairs(rows) do
      local last = row[1]:match "[^ =]*$"
      local _, count = row[2]:gsub("><", "")
      if last ~= "" and not row[1]:find "%-%-rep$" and not row[2]:find("<" .. last .. ">", 1, true)
        and count <= #row[1]:gsub("[^ ]", "") - 1 + (row[1]:find "blank" and 1 or 0) then
        typed[#typed + 1] = command.quote(row[1])
        expected[#expected + 1] = row[2]
      end
    end
    assert.is_true(#typed > 12)
    folder.write(dir, ".drive", [=[
zmodload zsh/zpty
zpty z 'TERM=dumb zsh -f -i'
zpty -w z "PS1= ; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source ./.zsh
yschema() { printf '<%s>' \"\$@\" >>.out; echo >>.out }; touch .ready"
while [[ ! -e .ready ]]; do sleep 0.05; done
integer count
for line in "$@"; do
    zpty -w -n z "$line"$'\t\n'
    (( count++ ))
    while (( $(wc -l <.out 2>/dev/null || echo 0) < count )); do sleep 0.02; done
done
zpty -d z
]=])
    sh("timeout 30 zsh -f .drive " .. table.concat(typed, " "))
    assert.same(expected, sh "cat .out")
  end)

  it("of fish offers what fits", function()
    if not here "fish" then return pending "fish is not installed: its completion was NOT tried" end
    local offered = {}
    for i, line in ipairs { "yschema ", "yschema --rep", "yschema check --report=j", "yschema check --report n",
      "yschema -f sch", "yschema --budget ", "yschema check wi", "yschema check ga", "yschema check wh",
      "yschema check -f schema.yml ga", "yschema completion ", "yschema man o", "yschema help comp",
      "yschema import c", "yschema check -f pack:k", "yschema packs ", "yschema check -f pack:kong@" } do
      local words = sh(("HOME=$PWD fish --no-config -c 'source .fish; complete -C \"%s\"' | cut -f 1"):format(line))
      offered[i] = line .. ": " .. table.concat(words, " ")
    end
    assert.same({
      "yschema : check completion diff example explain fix fleet get help "
        .. "import infer init inspect lsp man migrate overlay"
        .. " packs publish rollback set test",
      "yschema --rep: --report --report-file",
      "yschema check --report=j: --report=json --report=junit", "yschema check --report n: ndjson",
      "yschema -f sch: schema.yml", "yschema --budget : ", "yschema check wi: with blank.yml",
      "yschema check ga: gateway", "yschema check wh: what is new", "yschema check -f schema.yml ga: ",
      "yschema completion : bash fish zsh", "yschema man o: overlay", "yschema help comp: completion",
      "yschema import c: crd", "yschema check -f pack:k: pack:kong",
      "yschema packs : pack:alertmanager pack:apisix pack:deck pack:kong pack:prometheus pack:prometheus-rules",
      "yschema check -f pack:kong@: pack:kong@3.9.3",
    }, offered)
  end)

  it("has no violation that the shell or its checker sees", function()
    for _, shell in ipairs { "bash", "zsh", "fish" } do
      if here(shell) then assert.same({}, sh(shell .. " -n ." .. shell .. " 2>&1"), shell) end
    end
    if here "shellcheck" then assert.same({}, sh "shellcheck -s bash -e SC1007,SC2207 .bash 2>&1") end
  end)

  it("is refused for other shells, by name", function()
    local why = { [""] = "an argument is empty", tcsh = "there is none for 'tcsh', use bash, zsh or fish" }
    for given, words in pairs(why) do
      local result = command.run { "completion", given }
      assert.equal(2, result.rc)
      assert.matches(words, result.stderr, 1, true)
    end
    assert.matches("name a shell, bash, zsh or fish", command.run({ "completion" }).stderr, 1, true)
  end)
end)
