--- The descriptions and the flags of the commands for fleets, which `commands` and `flag_table` have for the others.
--
-- @module yschema.command.fleet.about

local about = {}

---@type table<string, yschema.Command>
about.commands = {
  publish = {
    usage = "Usage: yschema publish -f schema.yml -f values.yml --to URL NAME [options]\n"
      .. "       yschema publish --promote --to URL NAME [options]\n"
      .. "       yschema publish --bundle ID --to URL NAME [options]",
    summary = "publish a configuration to a fleet",
    about = "Validates schema and values, shows what changes, and puts them into service on all nodes that watch the"
      .. " configuration NAME in an etcd, or on some of them first (--canary).",
    examples = {
      { "yschema publish -f schema.yml -f values.yml --to etcd://10.0.0.1:2379/conf gateway", "Publish." },
      { "yschema publish -f conf/ --to etcd://10.0.0.1:2379/conf gateway --canary 5% --wait",
        "Try it on a few nodes, and then publish it to all when they have accepted it." },
    },
    words = {},
    module = "yschema.command.fleet.publish",
    report_is_result = true,
    status = {
      [0] = "It is in service, or was already; with --wait, every node that is alive has accepted it.",
      [1] = "It is invalid, or was refused or withdrawn, or not every node has accepted it in time.",
      [2] = "The arguments are invalid, a file cannot be read, or the store cannot be reached or used.",
    },
  },
  rollback = {
    usage = "Usage: yschema rollback --to URL NAME [options]",
    summary = "put the previous configuration back into service",
    about = "Withdraws the canary of the configuration NAME. When there is none, puts what was in service before into"
      .. " service again.",
    examples = {
      { "yschema rollback --to etcd://10.0.0.1:2379/conf gateway --wait", "Go back, and wait for the nodes." },
    },
    words = {},
    module = "yschema.command.fleet.rollback",
    report_is_result = true,
    flags = "quiet report_file color version help",
    status = {
      [0] = "It was taken back; with --wait, every node that is alive has accepted that.",
      [1] = "There is nothing to go back to, or not every node has accepted it in time.",
      [2] = "The arguments are invalid, or the store cannot be reached or used.",
    },
  },
  fleet = {
    usage = "Usage: yschema fleet --to URL [NAME] [options]\n"
      .. "       yschema fleet repair --to URL NAME [--sign FILE] [--dry-run] [options]",
    summary = "show what the nodes of a fleet serve",
    about = "Shows which bundle of the configuration NAME is in service, and what each node says of it and serves."
      .. " Without NAME, lists the configurations below the prefix."
      .. " 'yschema fleet repair' repairs a pointer that is damaged, or that nodes refuse: it puts what was in service"
      .. " last into service again.",
    examples = {
      { "yschema fleet --to etcd://10.0.0.1:2379/conf gateway", "Print a table of the nodes." },
      { "yschema fleet --to etcd://10.0.0.1:2379/conf gateway --report json", "Print the same as JSON." },
      { "yschema fleet repair --to etcd://10.0.0.1:2379/conf gateway --dry-run",
        "Show the errors of the pointer, and what would be done." },
    },
    words = {},
    module = "yschema.command.fleet.fleet",
    report_is_result = true,
    flags = "quiet report_file color version help",
    status = {
      [0] = "Every node that is alive serves what it should; repair: the pointer is in order now.",
      [1] = "A node does not, no node is alive, or nothing is in service; repair: the pointer is not in order.",
      [2] = "The arguments are invalid, or the store cannot be reached or used.",
    },
  },
}

local function seconds(text)
  local count = tonumber(text)
  if not count or count < 1 or count > 1e6 then
    return nil, "--timeout: expected a number of seconds from 1 to 1000000, got '" .. text .. "'"
  end
  return count
end

local function percent(text)
  local number = tonumber(text:match "^(.-)%%?$")
  if not number or not (number > 0 and number <= 100) then
    return nil, "--canary: expected a share of the nodes from 0.001% to 100%, such as 5%, got '" .. text .. "'"
  end
  return number
end

-- Rows as in `flag_table`.
local function own_rows(flag_table)
  return {
    { "-f --file", "PATH", "A file with schema or data values documents, or with code that others load (.star,"
      .. " .lib.yml), in any order. A directory stands for its .yml, .yaml and .star files, - for standard input."
      .. " NAME=PATH: the file is called NAME.", many = true, job = "publish" },
    { "--to", "URL", "The etcd of the fleet: etcd://[USER:PASSWORD@]HOST:PORT[,HOST:PORT]/PREFIX, or etcds:// for TLS;"
      .. " default: the variable YSCHEMA_FLEET of the environment.", job = "publish rollback fleet" },
    { "--canary", "PERCENT", "Publish only to this share of the nodes, such as 5%, and to at least one.",
      convert = percent, job = "publish" },
    { "--promote", nil, "Put what the canaries have into service on all nodes.", job = "publish" },
    { "--wait", nil, "Wait for the nodes. Canaries: when each has accepted it, go on to all; when one refuses it, take"
      .. " it back.", job = "publish" },
    { "--wait", nil, "Wait until each node serves what it should.", job = "rollback fleet" },
    { "--timeout", "SECONDS", "Time limit of --wait; default 300.", convert = seconds,
      job = "publish rollback fleet" },
    { "--allow-breaking", nil, "Publish even if the schema refuses what the one in service accepts, or nodes with a"
      .. " schema of their own refuse the values.", job = "publish" },
    { "--allow-empty", nil, "Publish files without content, too, which count for nothing.", job = "publish" },
    { "--sign", "FILE", "Sign with the private key in this file (PEM).", job = "publish rollback fleet" },
    { "--unsigned", nil, "Go on without a signature, although what is in service is signed.",
      job = "publish rollback fleet" },
    { "--bundle", "ID", "Publish a bundle of the store, in place of files: the first digits of its name.",
      job = "publish" },
    { "--dry-run", nil, "Only show what would be done.", job = "publish fleet" },
    { "--credentials", "FILE", "A file with the line USER:PASSWORD, - for standard input; default: the variables"
      .. " YSCHEMA_ETCD_USER and YSCHEMA_ETCD_PASSWORD.", job = "publish rollback fleet" },
    { "--cacert", "FILE", "Certificates of the authorities to trust, for etcds://.", job = "publish rollback fleet" },
    { "--cert", "FILE", "The certificate of this client.", job = "publish rollback fleet" },
    { "--key", "FILE", "The private key of this certificate.", job = "publish rollback fleet" },
    { "--report", "FORMAT", "Report format: text or json; the other formats report violations of files. Default text.",
      convert = flag_table.one_of("--report: unknown format", "text", "json"), job = "publish rollback fleet" },
  }
end

local all

--- Returns all rows: these, and those of other commands.
---@param flag_table table
---@return table[]
function about.rows(flag_table)
  if all then return all end
  all = own_rows(flag_table)
  for _, row in ipairs(flag_table.rows) do all[#all + 1] = row end
  return all
end

return about
