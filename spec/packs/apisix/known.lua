--- The facts of the generator of pack:apisix that APISIX's schemas lack. Keys are paths in the generated file.

-- APISIX compares identifiers as texts: a reference to one that is written as the other type is none here.
local function refers(section)
  return { ('#@schema/refers to="%s[].id", when=lambda v, ctx: not has_as_text(v, ctx.root, "%s")'):format(section,
    section) }
end

local expressions = { '("expressions: [[variable, operator, value], ...]", are_expressions)' }

local function only_one(a, b)
  return { ('("%s or %s, not both", lambda v: not (v.get("%s") and v.get("%s")))'):format(a, b, a, b) }
end

-- The plugins that check these expressions before a request comes.
local checks_bodies = { http_logger = true, kafka_logger = true, loggly = true, loki_logger = true,
  rocketmq_logger = true, tencent_cloud_cls = true, google_cloud_logging = true }

local rules_or_count = { '("rules, or else count and time_window",'
  .. ' lambda v: not ("rules" in v and ("count" in v or "time_window" in v)))' }

local number_or_text = "a number above 0, or a string, such as one with a variable"

return {
  -- Further annotations: what names other objects.
  extra = setmetatable({
    ["route.upstream_id"] = refers "upstreams", ["route.service_id"] = refers "services",
    ["route.plugin_config_id"] = refers "plugin_configs", ["service.upstream_id"] = refers "upstreams",
    ["stream_route.upstream_id"] = refers "upstreams", ["stream_route.service_id"] = refers "services",
    ["stream_route.protocol.superior_id"] = refers "stream_routes", ["consumer.group_id"] = refers "consumer_groups",
    ["upstream.tls.client_cert_id"] = refers "ssls", ["grpc_transcode.proto_id"] = refers "protos",
    ["traffic_split.rules[].weighted_upstreams[].upstream_id"] = refers "upstreams",
    ["stream_traffic_split.rules[].weighted_upstreams[].upstream_id"] = refers "upstreams",
  }, { __index = function(_, path)
    return path:find "%.anonymous_consumer$" and { '#@schema/refers to="consumers[].username"' } or nil
  end }),
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
      '("as many keys as certs", lambda v: v.get("type") == "client"'
        .. ' or len(v.get("certs", [])) == len(v.get("keys", [])))',
    },
    authz_casbin = { '("a username, and model_path and policy_path, or else model and policy, or metadata",'
      .. ' lambda v, ctx: has_policy(v, ctx.root))' },
  },
  -- Further rules.
  more = setmetatable({
    ["meta.filter"] = expressions, ["workflow.rules[].case"] = expressions, ["file_logger.match"] = expressions,
    ["traffic_label.rules[].match"] = expressions,
    ["fault_injection.abort.vars"] = { '("a list of expressions", lambda v: all([are_expressions(x) for x in v]))' },
    ["fault_injection.delay.vars"] = { '("a list of expressions", lambda v: all([are_expressions(x) for x in v]))' },
    ["workflow.rules[].actions[]"] = { '("return, limit-count or limit-conn, and its settings",'
      .. ' lambda v: len(v) > 1 and v[0] in ["return", "limit-count", "limit-conn"])' },
    jwe_decrypt_of_consumer = { '("a secret of 32 bytes",'
      .. ' lambda v: len(v["secret"].rstrip("=")) == (43 if v.get("is_base64_encoded", False) else 32))' },
    jwt_auth_of_consumer = { '("a secret for HS..., or else a public_key", has_key_of_algorithm)' },
    ["mocking.content_type"] = { 'regexp=r"^(application/xml|application/json|text/plain|text/html|text/xml)(;|$)"' },
    openid_connect = { '("a session, unless bearer_only", lambda v: v.get("bearer_only", False) or "session" in v)',
      '("a client_secret", has_client_secret)' },
    limit_count = rules_or_count, graphql_limit_count = rules_or_count,
    ldap_auth_advanced = { only_one("use_ldaps", "use_starttls")[1],
      '("an ldap_password beside a bind_dn", lambda v: "bind_dn" not in v or "ldap_password" in v)' },
    redirect = only_one("http_to_https", "append_query_string"),
    cors = { '("no *, which is also the default, beside allow_credential", has_no_star)' },
    ["exit_transformer.functions[]"] = { [[regexp="return|do|--|[-=('\"{\\[]|^\\s*$"]] },
    file_logger = { '("a path, here or in the metadata of file-logger",'
      .. ' lambda v, ctx: "path" in v or len([m for m in metadata_in(ctx.root, "file-logger") if "path" in m]) > 0)' },
    ["chaitin_waf.match[]"] = { '("vars", lambda v: "vars" in v)' },
    ["traffic_split.rules[].match[]"] = { '("vars", lambda v: "vars" in v)' },
    ["stream_traffic_split.rules[].match[]"] = { '("vars", lambda v: "vars" in v)' },
    ["oas_validator.spec"] = { '("a text in JSON", lambda v: v.startswith("$") or json.decodable(v))' },
    response_rewrite = { '("a body in base64, where body_base64 is true",'
      .. ' lambda v: not v.get("body_base64", False) or "body" not in v or base64.decodable(v["body"]))' },
    ["traffic_label.rules[].actions[]"] = { '("set_headers, weight or both",'
      .. ' lambda v: all([k in ["set_headers", "weight"] for k in v]))' },
    ["limit_count.rules"] = { '("rules with different keys",'
      .. ' lambda v: len(v) == len({x.get("key"): 1 for x in v}))' },
    ai_proxy_multi = { '("examples of each instance, and semantic_opts.embeddings, where the algorithm is semantic",'
      .. ' fits_algorithm)' },
    ["serverless_pre_function.functions[]"] = { 'regexp="return"' },
    ["serverless_post_function.functions[]"] = { 'regexp="return"' },
    ["ai_proxy_multi.instances"] = { '("instances with different names",'
      .. ' lambda v: len(v) == len({x.get("name"): 1 for x in v}))' },
    ["ai_proxy_multi.instances[].override.endpoint"] = { 'regexp="^https?://[^:/]"' },
  }, { __index = function(_, path)
    local plugin = path:match "^([%w_]+)%.include_re[qs]%a*_body_expr$"
    if checks_bodies[plugin or ""] or path:find "%.vars$" then return expressions end
  end }),
  -- The words of rules.
  texts = {
    ["limit_count.count"] = number_or_text, ["limit_count.time_window"] = number_or_text,
    ["limit_count.rules[].count"] = number_or_text, ["limit_count.rules[].time_window"] = number_or_text,
  },
}
