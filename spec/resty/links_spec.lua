local command = require "spec.support.command"
local links = require "resty.yschema.source.links"

describe("resty.yschema.source.links", function()
  local root

  local function shell(text) command.output(("cd %s && %s"):format(command.quote(root), text)) end

  before_each(function()
    root = command.output("mktemp -d")[1]
    root = command.output("readlink -f " .. command.quote(root))[1]
    shell "mkdir -p one/deep two/deep conf; ln -s ../one conf/..data; touch one/a.yml one/b.yml two/a.yml two/b.yml"
    shell "ln -s ..data/a.yml conf/a.yml; ln -s ..data/b.yml conf/b.yml"
  end)
  after_each(function() command.output("rm -rf " .. command.quote(root)) end)

  it("gives paths without links, for the system's own answers", function()
    shell "ln -s /etc absolute; ln -s conf/../absolute/./ twice; ln -s missing dangling; ln -s / top"
    local paths = { "conf/a.yml", "conf/../one/b.yml", "./conf//a.yml", "twice/passwd", "dangling",
      "top/etc/passwd", "one/../../../../../../etc/passwd", "conf/..data/deep" }
    for _, path in ipairs(paths) do
      local wanted = command.output("readlink -m " .. command.quote(root .. "/" .. path))[1]
      assert.equal(wanted, links.new():resolve(root .. "/" .. path))
    end
    assert.equal("/", links.new():resolve "/")
  end)

  it("follow each link once in a look", function()
    local look = links.new()
    assert.equal(root .. "/one/a.yml", look:resolve(root .. "/conf/a.yml"))
    shell "ln -s ../two conf/next; mv -T conf/next conf/..data"
    assert.equal(root .. "/one/b.yml", look:resolve(root .. "/conf/b.yml"))
    assert.equal(root .. "/two/b.yml", links.new():resolve(root .. "/conf/b.yml"))
  end)

  it("leave a circle as it is written", function()
    shell "ln -s b a; ln -s a b"
    assert.equal(root .. "/a/x.yml", links.new():resolve(root .. "/a/x.yml"))
  end)
end)
