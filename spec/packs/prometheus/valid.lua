-- Configurations that Prometheus 2.42 accepts, as YAML texts. All sections and all kinds of discovery occur.

return {
  [[
global:
  scrape_interval: 15s
  scrape_timeout: 10s
  evaluation_interval: 30s
  query_log_file: q.log
  external_labels: {monitor: codelab, region: eu}
rule_files: [first.rules, "my/*.rules"]
alerting:
  alert_relabel_configs:
  - {source_labels: [dc], regex: "(.+)\\d+", target_label: dc1, replacement: "$1", action: replace, separator: "-"}
  alertmanagers:
  - scheme: https
    path_prefix: /p
    timeout: 5s
    api_version: v2
    relabel_configs: [{source_labels: [a], action: keep, regex: b}]
    static_configs: [{targets: ["1.2.3.4:9093"]}]
storage:
  tsdb: {out_of_order_time_window: 30m}
  exemplars: {max_exemplars: 1000}
tracing:
  endpoint: localhost:4317
  client_type: grpc
  sampling_fraction: 0.5
  insecure: true
  headers: {x: y}
  compression: gzip
  timeout: 5s
  tls_config: {ca_file: c}
remote_write:
- url: http://remote1/push
  name: drop
  remote_timeout: 30s
  headers: {X-A: b}
  send_exemplars: true
  send_native_histograms: false
  write_relabel_configs: [{source_labels: [__name__], regex: expensive.*, action: drop}]
  queue_config: {capacity: 10, max_shards: 5, min_shards: 1, max_samples_per_send: 100, batch_send_deadline: 5s, min_backoff: 30ms, max_backoff: 5s, retry_on_http_429: true}
  metadata_config: {send: true, send_interval: 1m, max_samples_per_send: 100}
  oauth2: {client_id: "123", client_secret: "456", token_url: "http://r/auth", scopes: [a], endpoint_params: {a: b}, tls_config: {cert_file: c, key_file: k}}
- url: http://remote2/push
  sigv4: {region: r, access_key: a, secret_key: s, profile: p, role_arn: o}
remote_read:
- {url: "http://r/read", read_recent: true, name: default, remote_timeout: 1m, headers: {X: y}, required_matchers: {job: special}, filter_external_labels: false, basic_auth: {username: u, password: p}}
scrape_configs:
- job_name: prometheus
  honor_labels: true
  honor_timestamps: false
  scrape_interval: 50s
  scrape_timeout: 5s
  metrics_path: /m
  scheme: https
  params: {a: [b, c]}
  body_size_limit: 10MB
  sample_limit: 1000
  target_limit: 35
  label_limit: 35
  label_name_length_limit: 210
  label_value_length_limit: 210
  basic_auth: {username: u, password_file: f}
  proxy_url: http://proxy:3128
  proxy_connect_header: {X-A: [b]}
  tls_config: {ca_file: c, cert_file: c, key_file: k, server_name: s, insecure_skip_verify: true, min_version: TLS12, max_version: TLS13}
  follow_redirects: true
  enable_http2: false
  static_configs:
  - targets: [localhost:9090, localhost:9191]
    labels: {my: label, your: label}
  relabel_configs:
  - {source_labels: [job, __meta_dns_name], regex: "(.*)some-[regex]", target_label: job, replacement: "foo-${1}"}
  - {source_labels: [abc], target_label: cde}
  - {replacement: static, target_label: abc}
  - {source_labels: [__address__], modulus: 8, target_label: __tmp_hash, action: hashmod}
  - {source_labels: [__tmp_hash], regex: 1, action: keep}
  - {action: labelmap, regex: 1}
  - {action: labeldrop, regex: d}
  - {action: labelkeep, regex: k}
  - {source_labels: [a], target_label: b, action: lowercase}
  - {source_labels: [a], target_label: b, action: keepequal}
  metric_relabel_configs: [{source_labels: [__name__], regex: expensive_metric.*, action: drop}]
]],
  [[
scrape_configs:
- job_name: discovery
  authorization: {type: Bearer, credentials: c}
  azure_sd_configs: [{environment: AzurePublicCloud, authentication_method: OAuth, subscription_id: s, tenant_id: t, client_id: c, client_secret: x, port: 9100, resource_group: g, refresh_interval: 5m}]
  digitalocean_sd_configs: [{bearer_token: a, port: 80, refresh_interval: 1m}]
  dns_sd_configs: [{refresh_interval: 15s, names: [first.dns.address.domain.com], type: A, port: 80}, {names: [a]}]
  docker_sd_configs: [{host: "unix:///var/run/docker.sock", port: 80, filters: [{name: a, values: [b]}], host_networking_host: h, refresh_interval: 1m}]
  dockerswarm_sd_configs: [{host: "http://127.0.0.1:2375", role: nodes, port: 80, filters: [{name: a, values: [b]}], refresh_interval: 1m}]
  ec2_sd_configs: [{region: us-east-1, access_key: a, secret_key: s, profile: p, endpoint: e, role_arn: r, port: 80, filters: [{name: tag, values: [a, b]}], refresh_interval: 1m}]
  eureka_sd_configs: [{server: "http://eureka.example.com:8761/eureka", refresh_interval: 30s}]
  file_sd_configs: [{files: ["foo/*.slow.json", single.yml], refresh_interval: 10m}]
  gce_sd_configs: [{project: p, zone: z, filter: f, port: 80, tag_separator: ",", refresh_interval: 1m}]
  hetzner_sd_configs: [{role: hcloud, port: 80, refresh_interval: 1m, authorization: {credentials: c}}]
  http_sd_configs: [{url: "http://example.com/prometheus", refresh_interval: 1m}]
  ionos_sd_configs: [{datacenter_id: d, port: 80, refresh_interval: 1m, authorization: {credentials: c}}]
  lightsail_sd_configs: [{region: us-east-1, access_key: a, secret_key: s, port: 80, refresh_interval: 1m, endpoint: e, profile: p, role_arn: r}]
  marathon_sd_configs: [{servers: ["https://marathon.example.com:443"], auth_token: t, refresh_interval: 1m}]
  nerve_sd_configs: [{servers: [localhost], paths: [/monitoring], timeout: 10s}]
  openstack_sd_configs: [{role: instance, region: RegionOne, port: 80, refresh_interval: 1m, tls_config: {ca_file: c}, identity_endpoint: e, username: u, userid: i, password: p, project_name: n, project_id: i, domain_name: d, domain_id: i, application_credential_name: n, application_credential_id: i, application_credential_secret: s, all_tenants: true, availability: public}]
  ovhcloud_sd_configs: [{service: vps, endpoint: ovh-eu, application_key: a, application_secret: s, consumer_key: c, refresh_interval: 1m}]
  puppetdb_sd_configs: [{url: "https://puppetserver/", query: q, include_parameters: true, port: 80, refresh_interval: 1m}]
  scaleway_sd_configs: [{role: instance, project_id: 11111111-1111-1111-1111-111111111112, access_key: SCWXXXXXXXXXXXXXXXXX, secret_key: 11111111-1111-1111-1111-111111111111, zone: fr-par-1, port: 80, refresh_interval: 1m, name_filter: n, tags_filter: [t], api_url: "https://api.scaleway.com"}]
  serverset_sd_configs: [{servers: [localhost], paths: [/monitoring], timeout: 10s}]
  triton_sd_configs: [{account: a, dns_suffix: d, endpoint: e, port: 9163, refresh_interval: 1m, version: 1, groups: [g], role: cn, tls_config: {insecure_skip_verify: true}}]
  uyuni_sd_configs: [{server: "https://localhost:1234", username: u, password: p, entitlement: e, separator: ",", refresh_interval: 1m}]
  vultr_sd_configs: [{authorization: {credentials: c}, port: 80, refresh_interval: 1m}]
- job_name: bearer
  bearer_token_file: f
]],
  -- Debian builds its Prometheus without these kinds of discovery.
  [[
scrape_configs:
- job_name: others
  kubernetes_sd_configs:
  - {role: endpoints, api_server: "https://localhost:1234", basic_auth: {username: u, password: p}, namespaces: {names: [default]}, selectors: [{role: pod, label: "a=b", field: "c=d"}], attach_metadata: {node: true}}
  - {role: pod, kubeconfig_file: k}
  - {role: node, namespaces: {own_namespace: true}}
  consul_sd_configs: [{server: "localhost:1234", token: t, datacenter: d, namespace: n, partition: p, tag_separator: "%", scheme: https, services: [nginx], tags: [canary], node_meta: {rack: "123"}, allow_stale: true, tls_config: {ca_file: c}, refresh_interval: 1m}]
  kuma_sd_configs: [{server: "http://kuma:5676", refresh_interval: 15s, fetch_timeout: 1m}]
  linode_sd_configs: [{authorization: {credentials: c}, port: 80, tag_separator: ",", refresh_interval: 1m}]
  nomad_sd_configs: [{server: "http://localhost:4646", allow_stale: true, namespace: n, region: r, tag_separator: ",", refresh_interval: 1m}]
]],
}
