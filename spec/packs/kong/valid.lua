-- Configurations that Kong accepts, as YAML texts: all entities, nested and flat, and all plugins that ship with it.
-- The certificate and its key were made for this file and are used nowhere else.

local CERTIFICATE = [[
-----BEGIN CERTIFICATE-----
MIIBgzCCASmgAwIBAgIUJFYxYc6sfCJ1aTWJij04fctM1WIwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wIBcNMjYxMTI2MTgzOTE5WhgPMjEyNjEx
MDIxODM5MTlaMBYxFDASBgNVBAMMC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEOd3oDwcX/5Jn4pm07JYfGo5gIcjEELEvY0wO+2COnWWGo1rg
K+Ra1mAiluH55BSlf30pxC5gQJagfW6CZmxImKNTMFEwHQYDVR0OBBYEFNrJGGti
dKYQdjt0WZ5CwXHGGjpLMB8GA1UdIwQYMBaAFNrJGGtidKYQdjt0WZ5CwXHGGjpL
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhALPCsZ5lAtEpbN8E
qGcUF0yJQwXw8YX5WlZkq5RzG10iAiBggNatelrOPmq+vWl48xiyvWPY6d9PrVcn
HzBN3JMGlg==
-----END CERTIFICATE-----
]]

local KEY = [[
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIFLTgGTK3JlUqy8Y8RgUV2nwPOFA4nWy/o4yKUUmOFvToAoGCCqGSM49
AwEHoUQDQgAEOd3oDwcX/5Jn4pm07JYfGo5gIcjEELEvY0wO+2COnWWGo1rgK+Ra
1mAiluH55BSlf30pxC5gQJagfW6CZmxImA==
-----END EC PRIVATE KEY-----
]]

local PUBLIC = [[
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOd3oDwcX/5Jn4pm07JYfGo5gIcjE
ELEvY0wO+2COnWWGo1rgK+Ra1mAiluH55BSlf30pxC5gQJagfW6CZmxImA==
-----END PUBLIC KEY-----
]]

local function indented(text, by) return (text:gsub("([^\n]+)", (" "):rep(by) .. "%1")) end

local texts = {
  [[
services:
- name: shop
  id: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a01
  url: http://shop.internal:8080/v1
  retries: 3
  connect_timeout: 5000
  write_timeout: 60000
  read_timeout: 60000
  tags: [team-a, prod]
  enabled: true
  routes:
  - name: shop-main
    protocols: [http, https]
    paths: [/shop, "~/v\\d+/shop$"]
    hosts: [shop.example.com, "*.example.org"]
    methods: [GET, POST]
    headers: {X-Version: [v1, v2]}
    strip_path: false
    preserve_host: true
    https_redirect_status_code: 301
    regex_priority: 5
    path_handling: v0
    request_buffering: true
    response_buffering: false
    snis: [shop.example.com]
    plugins:
    - name: rate-limiting
      config: {minute: 5, hour: 100, policy: local}
    - name: cors
      config: {origins: ["*"], methods: [GET], max_age: 3600, credentials: true}
  plugins:
  - name: key-auth
    config: {key_names: [apikey], hide_credentials: true}
- name: mail
  host: mail.internal
  port: 25
  protocol: tcp
  routes:
  - name: mail
    protocols: [tcp]
    sources: [{ip: 10.0.0.0/8, port: 1234}]
    destinations: [{port: 25}]
- name: secure
  protocol: https
  host: 10.1.2.3
  port: 443
  path: /api
  tls_verify: true
  tls_verify_depth: 2
]],
  [[
_transform: true
_comment: "by hand"
services:
- {name: a, host: a.internal}
- {name: b, host: b.internal, protocol: grpc}
routes:
- {name: r1, service: a, paths: [/a]}
- {name: r2, service: b, protocols: [grpc, grpcs], hosts: [b.example.com], strip_path: false}
- {name: r3, protocols: [tls_passthrough], snis: [c.example.com]}
- {name: r4, service: a, methods: [PUT], tags: [x]}
consumers:
- {username: alice, custom_id: "1", tags: [vip]}
- {username: bob}
plugins:
- {name: key-auth, service: a, config: {key_names: [apikey], run_on_preflight: false}}
- {name: acl, route: r1, config: {allow: [admins]}}
- {name: rate-limiting, consumer: bob, config: {second: 10, policy: redis, redis: {host: redis.internal, port: 6379}}}
- {name: prometheus, enabled: false, protocols: [http, https], instance_name: metrics, tags: [obs]}
- {name: file-log, route: r4, config: {path: /tmp/log, reopen: true}}
acls:
- {consumer: alice, group: admins}
keyauth_credentials:
- {consumer: alice, key: abc, ttl: 60, tags: [t]}
basicauth_credentials:
- {consumer: bob, username: bob, password: bobpass}
hmacauth_credentials:
- {consumer: bob, username: bob, secret: hunter}
jwt_secrets:
- {consumer: bob, key: k1, secret: s1, algorithm: HS256}
oauth2_credentials:
- {consumer: bob, name: app, client_id: id1, client_secret: s, redirect_uris: ["https://example.com/back"], client_type: public}
]],
  [[
upstreams:
- name: shop.v1.service
  algorithm: consistent-hashing
  hash_on: header
  hash_on_header: X-User
  hash_fallback: ip
  slots: 100
  host_header: shop.example.com
  tags: [u]
  use_srv_name: false
  healthchecks:
    threshold: 50
    active:
      type: http
      timeout: 2
      concurrency: 5
      http_path: /status
      https_sni: shop.example.com
      https_verify_certificate: false
      headers: {X-Check: ["1"]}
      healthy: {interval: 5, http_statuses: [200, 302], successes: 2}
      unhealthy: {interval: 1, http_statuses: [429, 500], tcp_failures: 1, timeouts: 1, http_failures: 1}
    passive:
      type: tcp
      healthy: {http_statuses: [200], successes: 1}
      unhealthy: {http_statuses: [500], tcp_failures: 2, timeouts: 3, http_failures: 4}
  targets:
  - {target: "10.0.0.1:8080", weight: 10, tags: [a]}
  - {target: "shop-2.internal:8080"}
- name: other
  algorithm: least-connections
- name: third
  hash_on: cookie
  hash_on_cookie: session
  hash_on_cookie_path: /
- name: fourth
  hash_on: query_arg
  hash_on_query_arg: user
  hash_fallback: query_arg
  hash_fallback_query_arg: other
- name: fifth
  hash_on: consumer
  hash_fallback: uri_capture
  hash_fallback_uri_capture: id
targets:
- {upstream: other, target: "[::1]:80", weight: 0}
- {upstream: other, target: other.internal}
]],
  [[
consumers:
- username: carol
  custom_id: c-1
  acls: [{group: admins}, {group: readers}]
  keyauth_credentials: [{key: k}]
  basicauth_credentials: [{username: carol, password: p}]
  hmacauth_credentials: [{username: carol, secret: s}]
  jwt_secrets:
  - {key: issuer, secret: shared, algorithm: HS512}
  oauth2_credentials: [{name: app, client_id: cid, client_secret: cs, redirect_uris: ["http://a/b"]}]
  plugins:
  - {name: request-size-limiting, config: {allowed_payload_size: 10, size_unit: kilobytes}}
- custom_id: only-id
key_sets:
- name: set-1
  tags: [k]
keys:
- {name: key-1, set: set-1, kid: "1", jwk: "{vault://env/jwk}"}
vaults:
- {name: env, prefix: my-env, description: secrets, config: {prefix: KONG_}, tags: [v]}
parameters:
- {key: a, value: b}
]],
  "certificates:\n- id: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a02\n  tags: [c]\n  cert: |\n" .. indented(CERTIFICATE, 4)
    .. "  key: |\n" .. indented(KEY, 4)
    .. "snis:\n- {name: example.com, certificate: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a02, tags: [s]}\n"
    .. "- {name: '*.example.com', certificate: {id: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a02}}\n"
    .. "services:\n- {name: s, host: h, protocol: https, client_certificate: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a02,"
    .. " ca_certificates: [8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a03], tls_verify: false}\n"
    .. "upstreams:\n- {name: u, client_certificate: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a02}\n"
    .. "ca_certificates:\n- id: 8b1f6d2e-8f4c-4c4a-9a53-5d2c3f6f7a03\n  cert: |\n" .. indented(CERTIFICATE, 4),
  "keys:\n- name: pem\n  kid: x\n  pem:\n    public_key: |\n" .. indented(PUBLIC, 6) .. "    private_key: |\n" .. indented(KEY, 6)
    .. "consumers:\n- username: u\n  jwt_secrets:\n  - key: a\n    algorithm: RS256\n    rsa_public_key: |\n"
    .. indented(PUBLIC, 6),
  [[
plugins:
- name: acme
  config:
    account_email: a@example.com
    api_uri: https://acme-staging-v02.api.letsencrypt.org/directory
    tos_accepted: true
    cert_type: ecc
    rsa_key_size: 2048
    renew_threshold_days: 7
    domains: [example.com]
    storage: redis
    storage_config: {redis: {host: r.internal, port: 6379, extra_options: {namespace: "a:", scan_count: 20}}}
- {name: acl, config: {deny: [bad], hide_groups_header: true, always_use_authenticated_groups: false}}
- name: ai-prompt-decorator
  config: {prompts: {prepend: [{role: system, content: be brief}]}, max_request_body_size: 100}
- {name: ai-prompt-guard, config: {allow_patterns: ["^a"], allow_all_conversation_history: true}}
- name: ai-prompt-template
  config: {allow_untemplated_requests: false, templates: [{name: t, template: "say {{x}}"}]}
- name: ai-proxy
  config:
    route_type: llm/v1/chat
    auth: {header_name: Authorization, header_value: Bearer x}
    logging: {log_statistics: true, log_payloads: false}
    model: {provider: openai, name: gpt-4, options: {max_tokens: 100, temperature: 1.0, top_p: 0.5, top_k: 5, input_cost: 1.5}}
- name: ai-request-transformer
  config: {prompt: translate, http_timeout: 1000, llm: {route_type: llm/v1/chat, model: {provider: azure, options: {azure_instance: i, azure_deployment_id: d, azure_api_version: v}}}}
- name: ai-response-transformer
  config: {prompt: translate, parse_llm_response_json_instructions: true, https_proxy_host: p, https_proxy_port: 80, llm: {route_type: llm/v1/chat, model: {provider: llama2, options: {llama2_format: raw, upstream_url: "http://l"}}}}
]],
  [[
plugins:
- name: aws-lambda
  config: {aws_key: k, aws_secret: s, aws_region: eu-west-1, function_name: f, port: 443, invocation_type: Event, log_type: None, timeout: 1000, keepalive: 1000, proxy_url: "http://p", unhandled_status: 500}
- name: azure-functions
  config: {appname: a, functionname: f, hostdomain: azurewebsites.net, https: true, timeout: 600000, apikey: x}
- {name: basic-auth, config: {hide_credentials: true, anonymous: guest, realm: r}}
- {name: bot-detection, config: {allow: ["^ok"], deny: ["bad.*"]}}
- {name: correlation-id, config: {header_name: X-Id, generator: uuid, echo_downstream: true}}
- {name: cors, config: {origins: ["http://a.com", "~.*"], headers: [A], exposed_headers: [B], private_network: true, preflight_continue: true}}
- name: datadog
  config: {host: h, port: 8125, prefix: kong, service_name_tag: name, metrics: [{name: request_count, stat_type: counter, sample_rate: 1, tags: ["a:b"]}], queue: {max_batch_size: 10, max_retry_time: 5}}
- {name: file-log, config: {path: /var/log/kong.log, custom_fields_by_lua: {a: "return 1"}}}
- {name: grpc-gateway, config: {proto: /a.proto}}
- {name: grpc-web, config: {proto: /a.proto, pass_stripped_path: true, allow_origin_header: "*"}}
- {name: hmac-auth, config: {algorithms: [hmac-sha256], clock_skew: 300, enforce_headers: [date], validate_request_body: true}}
- {name: http-log, config: {http_endpoint: "http://log:80/x", method: PUT, headers: {X-A: b}, timeout: 1000, keepalive: 1000, content_type: application/json, queue: {max_entries: 100, initial_retry_delay: 0.1}}}
- {name: ip-restriction, config: {allow: [10.0.0.0/8, "::1"], status: 403, message: forbidden}}
- {name: jwt, config: {claims_to_verify: [exp], maximum_expiration: 100, uri_param_names: [jwt], header_names: [authorization]}}
- {name: key-auth, config: {key_names: [apikey], key_in_body: true, key_in_header: true, key_in_query: false}}
- {name: ldap-auth, config: {ldap_host: l, ldap_port: 636, ldaps: true, attribute: cn, base_dn: "dc=a", cache_ttl: 60, timeout: 100}}
- {name: loggly, config: {key: k, host: logs.loggly.com, port: 514, tags: [kong], log_level: info, timeout: 1000}}
]],
  [[
plugins:
- name: oauth2
  config: {scopes: [mail], mandatory_scope: true, provision_key: p, token_expiration: 7200, enable_authorization_code: true, refresh_token_ttl: 100, pkce: strict}
- name: opentelemetry
  config: {traces_endpoint: "http://o:4318/v1/traces", headers: {a: b}, resource_attributes: {service.name: kong}, batch_span_count: 200, sampling_rate: 0.5, connect_timeout: 1000, header_type: w3c, propagation: {extract: [w3c], inject: [preserve], clear: [x], default_format: w3c}}
- {name: post-function, config: {access: ["return 1"]}}
- {name: pre-function, config: {rewrite: ["return 1"], log: ["return 2"]}}
- {name: prometheus, config: {per_consumer: true, status_code_metrics: true}}
- name: proxy-cache
  config: {strategy: memory, response_code: [200], request_method: [GET, HEAD], content_type: [text/plain], cache_ttl: 300, memory: {dictionary_name: kong_db_cache}, vary_headers: [A], cache_control: true, response_headers: {age: false}}
- name: rate-limiting
  config: {second: 5, minute: 10, limit_by: header, header_name: X-U, policy: redis, redis: {host: r, port: 1, password: x, ssl: true, server_name: s}, sync_rate: 1, error_code: 429, error_message: slow}
- {name: redirect, config: {status_code: 301, location: "http://a/b", keep_incoming_path: true}}
- {name: request-size-limiting, config: {allowed_payload_size: 1, size_unit: bytes, require_content_length: true}}
- {name: request-termination, config: {status_code: 404, body: gone, content_type: text/plain}}
- name: request-transformer
  config: {http_method: POST, remove: {headers: [A], body: [b]}, rename: {headers: ["A:B"]}, replace: {uri: /x, querystring: ["a:b"]}, add: {headers: ["H:v"], body: ["x:y"]}, append: {headers: ["K:v"]}}
- name: response-ratelimiting
  config: {limits: {video: {minute: 10, hour: 20}}, header_name: x-limit, limit_by: ip, policy: local, block_on_first_violation: true}
- name: response-transformer
  config: {remove: {headers: [A], json: [j]}, rename: {headers: ["A:B"]}, replace: {json: ["a:b"], json_types: [number]}, add: {json: ["x:1"], json_types: [number]}, append: {headers: ["K:v"]}}
- name: session
  config: {secret: s, storage: cookie, cookie_name: c, cookie_same_site: Lax, cookie_secure: true, rolling_timeout: 10, absolute_timeout: 100, logout_methods: [DELETE]}
- {name: standard-webhooks, config: {secret_v1: abc, tolerance_second: 60}}
- name: statsd
  config: {host: s, port: 8125, prefix: kong, allow_status_codes: [200-205], metrics: [{name: request_count, stat_type: counter, sample_rate: 1, service_identifier: service_name}], consumer_identifier_default: custom_id, tag_style: dogstatsd}
- {name: syslog, config: {log_level: warning, successful_severity: info, client_errors_severity: info, server_errors_severity: err, facility: user}}
- {name: tcp-log, config: {host: t, port: 9999, tls: true, tls_sni: t.example.com, timeout: 1000, keepalive: 1000}}
- {name: udp-log, config: {host: u, port: 9999, timeout: 100}}
- name: zipkin
  config: {http_endpoint: "http://z:9411/api/v2/spans", sample_ratio: 0.5, default_service_name: s, header_type: b3-single, static_tags: [{name: a, value: b}], local_service_name: kong, traceid_byte_count: 8, propagation: {default_format: b3}}
]],
  [[
plugins:
- {name: rate-limiting, config: {minute: 5, policy: redis, redis_host: r, redis_port: 6379, redis_timeout: 1000, redis_ssl: true}}
- {name: response-ratelimiting, config: {limits: {a: {second: 1}}, policy: redis, redis_host: r}}
- {name: session, config: {cookie_lifetime: 100, cookie_samesite: "off", cookie_httponly: false, storage: cookie}}
- {name: acme, config: {account_email: a@b.c, storage_config: {redis: {auth: x, namespace: "n:"}}}}
- {name: opentelemetry, config: {endpoint: "http://o:4318/v1/traces"}}
- {name: key-auth, config: {anonymous: null}, consumer: null}
- {name: cors, config: {}, service: null, route: null}
]],
  [[
services:
- name: nulls
  host: h
  path: null
  tags: null
  client_certificate: null
  ca_certificates: null
  routes:
  - {name: without, paths: [/n], hosts: null, methods: null, headers: null, snis: null, sources: null, service: null, tags: []}
  plugins: []
consumers: []
upstreams: null
]],
}

for i, text in ipairs(texts) do
  texts[i] = '_format_version: "3.0"\n' .. text
end

return texts
