-- Versions of packs: marks in their texts, names such as pack:prometheus@2.42, and what differs between versions.

local cli = require "yschema.command.cli"
local packs = require "yschema.packs.packs"
local versions = require "yschema.packs.versions"
local yschema = require "yschema"

-- Runs the command in this process. Returns the status and what it printed.
local function run(...)
  local function stream()
    local text = {}
    return { write = function(self, ...)
      for _, part in ipairs { ... } do text[#text + 1] = part end
      return self
    end, flush = function() return true end, text = function() return table.concat(text) end }
  end
  local out, err = stream(), stream()
  return cli.main({ ... }, { out = out, err = err }), out.text(), err.text()
end

local TEXT = [[
a: 1
#! since 3.0
#@schema/nullable
b:
  c: 1

  d: 2
#! until 3.0
e:
#@schema/nullable
- f
- g: 1
  h: 2
i:
  #! since 2.45 until 3.0
  j: 1
  #! since 3.1
  - k
#! since 3.0:
#@ x = 1
#! until 3.1:
#@ y = 1
#! end
#! end
#! since 2.50
#@ z = 1
l: 1
#! since then, this is prose
#! until 3.0 it was another one
]]

-- The keys and names that a version has.
local function names_of(version)
  local found = {}
  for name in versions.text(TEXT, version and versions.number(version)):gsub("#[!@]%a%C*", ""):gsub("#!%C*", "")
    :gmatch "%l%f[ :\n]" do
    found[#found + 1] = name
  end
  return table.concat(found)
end

describe("versions of packs", function()
  it("are filtered by marks, and lines keep their numbers", function()
    assert.equal("abcdikxzl", names_of(nil))
    assert.equal("aefghil", names_of "2.42")
    assert.equal("aefghijl", names_of "2.45")
    assert.equal("aefghijzl", names_of "2.55")
    assert.equal("abcdixyzl", names_of "3.0")
    assert.equal("abcdikxzl", names_of "3.1")
    for _, version in ipairs { "2.42", "3.0", "3.1" } do
      local _, lines = versions.text(TEXT, versions.number(version)):gsub("\n", "")
      assert.equal(select(2, TEXT:gsub("\n", "")), lines)
    end
  end)

  it("are compared by their first two parts", function()
    assert.is_true(versions.number "2.55" < versions.number "3.0")
    assert.is_true(versions.number "3.9" < versions.number "3.10")
    assert.equal(versions.number "3.9", (versions.number "3.9.3"))
    for _, text in ipairs { "", "x", "3.", ".3", "3.1.2.3", "3.1-rc1", "99999999999999999999" } do
      assert.is_nil(versions.number(text), text)
    end
  end)

  it("are all schemas, in order", function()
    for _, pack in ipairs(yschema.packs()) do
      for i, version in ipairs(pack.versions) do
        assert(yschema.load_file(version.schema))
        assert.matches("^%d%d%d%d%-%d%d%-%d%d$", version.date)
        local newer = pack.versions[i - 1]
        assert.is_true(not newer or versions.number(newer.version) > versions.number(version.version)
          and newer.date >= version.date)
      end
      assert.equal(pack.versions[1].version, pack.version)
    end
  end)

  it("are named after an @, and a major version is its newest one", function()
    local function text(name) return packs.text(name, "a: 1\n#! since 3.0\nb: 1\n#! until 3.0\nc: 1\n") end
    assert.equal(text "pack:prometheus", text "pack:prometheus@3")
    assert.equal(text "pack:prometheus@2.55.1", text "pack:prometheus@2")
    assert.not_equal(text "pack:prometheus@2", text "pack:prometheus@3")
    local _, out, err = run("check", "-f", "pack:prometheus@1.8", "-")
    assert.matches("there is no such version of the pack; the versions are pack:prometheus@3.", out .. err, 1, true)
    local schema, report = yschema.load_file "pack:kong@x"
    assert.is_nil(schema)
    assert.matches("the versions are pack:kong@3.9.3", tostring(report), 1, true)
  end)

  it("are listed with their dates, and what is new", function()
    local _, out = run "packs"
    assert.matches("@2.55 (2024-10-22): otlp;", out, 1, true)
    _, out = run("packs", "--report", "json")
    local list = assert(yschema.parse(out)):value()
    assert.equal("pack:kong@3.9.3", list[4].versions[1].schema)
  end)

  it("are shown, whole and around a line", function()
    local _, old = run("packs", "show", "prometheus@2.42")
    local _, new = run("packs", "show", "pack:prometheus")
    assert.is_nil(old:find "\notlp:")
    assert.is_number(new:find "\notlp:")
    local status, out = run("packs", "show", "pack:prometheus:3")
    assert.equal(0, status)
    assert.matches("\n>    3 | ", out, 1, true)
    assert.equal(out, (select(2, run("packs", "show", "prometheus:3"))))
    -- The line of a list is followed by the functions that make its items.
    local number = select(2, new:match "^(.-\n)%- #@ job%(%)\n":gsub("\n", "")) + 1
    _, out = run("packs", "show", "pack:prometheus:" .. number)
    assert.matches("#@ def job(): return", out, 1, true)
    assert.matches("| fallback_scrape_protocol: ", out, 1, true)
    assert.matches("| dns_sd_configs:", out, 1, true)
    for problem, words in pairs {
      ["pack:kong has no line 99999; it has "] = "pack:kong:99999",
      ["there is no such pack (did you mean `pack:kong`?)"] = "kang",
      ["'show' needs the name of a pack"] = false,
    } do
      local _, _, err = run("packs", "show", words or nil)
      assert.matches(problem, err, 1, true)
    end
  end)
end)

-- Texts that only some versions of Prometheus accept.
local rows = {
  { "otlp: {promote_resource_attributes: [service.name]}", since = "2.55" },
  { "scrape_configs: [{job_name: a, scrape_protocols: [PrometheusText0.0.4]}]", since = "2.49" },
  { "scrape_configs: [{job_name: a, scrape_protocols: [PrometheusText1.0.0]}]", since = "3.0" },
  { "scrape_configs: [{job_name: a, scrape_classic_histograms: true}]", since = "2.45", before = "3.0" },
  { "scrape_configs: [{job_name: a, fallback_scrape_protocol: PrometheusText0.0.4}]", since = "3.0" },
  { "scrape_config_files: [jobs/*.yml]", since = "2.43" },
  { "global: {external_labels: {a.b: c}}", since = "3.0" },
  { "alerting: {alertmanagers: [{api_version: v1}]}", before = "3.0" },
  { "scrape_configs: [{job_name: a, dns_sd_configs: [{names: [a], type: NS, port: 1}]}]", since = "2.49" },
  { "scrape_configs: [{job_name: a, oci_sd_configs: [{region: a, auth: instance_principal}]}]", since = "3.14" },
  { "scrape_configs: [{job_name: a, tls_config: {cert: a, key: b}}]", since = "2.45" },
  { "remote_write: [{url: 'http://a', azuread: {managed_identity: {}}}]", since = "3.5" },
  { "storage: {tsdb: {retention: {time: 15d, size: 10GB}}}", since = "3.8" },
}

-- The keys that 3.14 refuses, with their places.
local mistakes = {
  { "scrape_configs: [{job_name: a, scrape_protocols: []}]", "scrape_configs[0].scrape_protocols" },
  { "scrape_configs: [{job_name: a, scrape_protocols: [PrometheusProto, PrometheusProto]}]",
    "scrape_configs[0].scrape_protocols" },
  { "global: {metric_name_validation_scheme: legacy}\nscrape_configs:\n"
    .. "- {job_name: a, metric_name_escaping_scheme: allow-utf-8}", "scrape_configs[0]" },
  { "global: {metric_name_validation_scheme: legacy}\notlp: {translation_strategy: NoTranslation}", "otlp" },
  { "otlp: {promote_resource_attributes: [a, a]}", "otlp" },
  { "remote_write: [{url: 'http://a', queue_config: {min_shards: 60}}]", "remote_write[0].queue_config" },
  { "remote_write: [{url: 'http://a', azuread: {}}]", "remote_write[0].azuread" },
  { "remote_write: [{url: 'http://a', sigv4: {}, google_iam: {}}]", "remote_write[0]" },
  { "scrape_configs: [{job_name: a, tls_config: {cert: a}}]", "scrape_configs[0].tls_config" },
  { "scrape_configs: [{job_name: a, no_proxy: b}]", "scrape_configs[0]" },
  { "scrape_configs: [{job_name: a, kubernetes_sd_configs: [{role: pod, selectors: [{role: pod, label: a b}]}]}]",
    "scrape_configs[0].kubernetes_sd_configs[0].selectors[0].label" },
}

describe("pack:prometheus", function()
  it("differs by version as Prometheus does", function()
    for _, version in ipairs { "2.42", "2.43", "2.45", "2.48", "2.49", "2.55", "3.0", "3.4", "3.5", "3.8", "3.14" } do
      local schema = assert(yschema.load_file("pack:prometheus@" .. version))
      for _, row in ipairs(rows) do
        local number = versions.number(version)
        local accepts = (not row.since or number >= versions.number(row.since))
          and (not row.before or number < versions.number(row.before))
        assert.equal(accepts, schema:apply(row[1]) ~= nil, version .. ": " .. row[1])
      end
    end
  end)

  it("finds mistakes where they are", function()
    local schema = assert(yschema.load_file "pack:prometheus")
    for _, mistake in ipairs(mistakes) do
      local values, report = schema:apply(mistake[1])
      assert.is_nil(values, mistake[1])
      assert.equal(mistake[2], report.violations[1].path, mistake[1])
    end
  end)
end)

-- Texts that only some versions of Alertmanager accept, each below a receiver.
local receivers = {
  { "msteams_configs: [{webhook_url: 'https://a'}]", since = "0.26" },
  { "telegram_configs: [{bot_token_file: a, chat_id: 1}]", since = "0.26" },
  { "telegram_configs: [{bot_token_file: a, chat_id_file: b}]", since = "0.31" },
  { "webhook_configs: [{url: 'https://{{ .a }}/b'}]", since = "0.31" },
  { "webhook_configs: [{url: 'https://a', timeout: 5s}]", since = "0.28" },
  { "discord_configs: [{webhook_url_file: a}]", since = "0.27" },
  { "jira_configs: [{project: a, issue_type: b, api_url: 'https://a', summary: {template: c}}]", since = "0.30" },
  { "jira_configs: [{project: a, issue_type: b, api_url: 'https://a', summary: c}]", since = "0.28" },
  { "incidentio_configs: [{url: 'https://a', alert_source_token: b}]", since = "0.29" },
  { "mattermost_configs: [{webhook_url: 'https://a', attachments: [{fields: [{title: a, value: b}]}]}]",
    since = "0.30" },
  { "mattermost_configs: [{webhook_url: 'https://a', title: b}]", since = "0.32" },
  { "slack_configs: [{app_token: a}]", since = "0.30" },
  { "slack_configs: [{api_url: 'https://a', app_token: a}]", since = "9.0" },
  { "labels: {name: r, team: a}", since = "0.33" },
  { "labels: {name: other}", since = "9.0" },
}

describe("pack:alertmanager", function()
  it("differs by version as Alertmanager does", function()
    for _, version in ipairs { "0.25", "0.26", "0.27", "0.28", "0.29", "0.30", "0.31", "0.32", "0.33", "0.34" } do
      local schema, number = assert(yschema.load_file("pack:alertmanager@" .. version)), versions.number(version)
      for _, row in ipairs(receivers) do
        local values = schema:apply("route: {receiver: r}\nreceivers:\n- name: r\n  " .. row[1])
        assert.equal(number >= versions.number(row.since), values ~= nil, version .. ": " .. row[1])
      end
      local values = schema:apply "route: {receiver: r, group_by: [a.b]}\nreceivers: [{name: r}]"
      assert.equal(number >= versions.number "0.27", values ~= nil, version)
      values = schema:apply("route: {receiver: r, routes: [{matchers: ['\"a.b\"=~\"c|d\", e!=f'], labels: {x: y}}]}\n"
        .. "receivers: [{name: r}]")
      assert.equal(number >= versions.number "0.34", values ~= nil, version)
    end
  end)
end)
