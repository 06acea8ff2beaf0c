--- What the generator of pack:apisix knows beside APISIX's schemas. Keys are paths in the generated file.

local number_or_text = "a number above 0, or a string, such as one with a variable"

return {
  -- Further annotations.
  extra = {},
  -- The rules of maps, in place of those that the generator would make.
  rules = {
    route = {
      '("exactly one of uri and uris", lambda v: ("uri" in v) != ("uris" in v))',
      '("host or hosts, not both", lambda v: not ("host" in v and "hosts" in v))',
      '("remote_addr or remote_addrs, not both", lambda v: not ("remote_addr" in v and "remote_addrs" in v))',
      '("no script beside plugins and plugin_config_id",'
        .. ' lambda v: not ("script" in v and ("plugins" in v or "plugin_config_id" in v)))',
      'at_least_one_of=["plugins", "upstream", "upstream_id", "service_id", "script"]',
    },
    upstream = {
      '("nodes, or else service_name and discovery_type",'
        .. ' lambda v: ("nodes" in v) != ("service_name" in v and "discovery_type" in v))',
    },
    ssl = {
      '("cert and key, and for a server either sni or snis", is_complete_ssl)',
      '("as many keys as certs", lambda v: len(v.get("certs", [])) == len(v.get("keys", [])))',
    },
  },
  -- The words of rules.
  texts = {
    ["limit_count.count"] = number_or_text, ["limit_count.time_window"] = number_or_text,
    ["limit_count.rules[].count"] = number_or_text, ["limit_count.rules[].time_window"] = number_or_text,
  },
}
