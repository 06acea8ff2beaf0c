--- The versions that each pack describes, the newest one first: version, date of its release, and what is new for the
-- files that the pack validates.
--
-- @module yschema.packs.releases

local NOTHING = "no change"
local FIRST = "the oldest version that the pack knows"

return {
  alertmanager = {
    { "0.34", "2026-08-16", "labels of routes; stdout_outputs; batches of webhook_outputs" },
    { "0.33", "2026-06-12", "event_recorder; labels of receivers; use_aws_http_client of SNS" },
    { "0.32", "2026-04-08", "update_message of Slack; mattermost_webhook_url in global; payload of webhooks" },
    { "0.31", "2026-02-02", "files with tokens of Telegram, WeChat and SMTP; templates in the address of a webhook;"
      .. " force_implicit_tls; message_text of Slack" },
    { "0.30", "2025-12-15", "tracing; mattermost_configs; app_token of Slack; threads of mails; names of rules" },
    { "0.29", "2025-11-03", "incidentio_configs; api_type of Jira; monospace of Pushover" },
    { "0.28", "2025-01-15", "jira_configs, rocketchat_configs, msteamsv2_configs; http_headers; timeout of webhooks" },
    { "0.27", "2024-02-28", "matchers and labels in UTF-8; webhook_url_file; username_file" },
    { "0.26", "2023-08-24", "msteams_configs; files with tokens of Telegram, Pushover and webhooks; no_proxy" },
    { "0.25", "2022-12-22", FIRST },
  },
  apisix = {
    { "3.18.0", "2026-08-18", FIRST },
  },
  deck = {
    { "1.65.1", "2026-07-29", FIRST },
  },
  kong = {
    { "3.9.3", "2024-12-12", FIRST },
  },
  prometheus = {
    { "3.14", "2026-08-17", "oci_sd_configs; the region of AWS is found when targets are looked for" },
    { "3.13", "2026-07-01", "chunk_encoding; certificates of azuread; filters of rds_sd_configs" },
    { "3.12", "2026-05-28", "outscale_sd_configs; external_id of AWS; role of digitalocean_sd_configs; "
      .. "health_filter of Consul; limits of queue_config" },
    { "3.11", "2026-04-02", "elasticache_sd_configs, rds_sd_configs; percentage of retention; WorkloadIdentity of "
      .. "Azure; metadata of workloads of Kubernetes" },
    { "3.10", "2026-02-25", "msk_sd_configs; extra_scrape_metrics, stale_series_compaction_threshold; external_id "
      .. "of sigv4" },
    { "3.9", "2026-01-06", "scope of azuread" },
    { "3.8", "2025-12-02", "aws_sd_configs, ecs_sd_configs; scrape_native_histograms; retention; JWT of oauth2; "
      .. "underscores in labels of otlp" },
    { "3.7", "2025-10-15", "workload_identity of azuread; each job has a scheme of names of its own for "
      .. "relabelling" },
    { "3.6", "2025-09-17", "promote_scope_metadata; metadata of namespaces of Kubernetes" },
    { "3.5", "2025-07-14", "stackit_sd_configs; promote_all_resource_attributes, ignore_resource_attributes; "
      .. "always_scrape_classic_histograms in global; service_name of sigv4" },
    { "3.4", "2025-05-17", "metric_name_escaping_scheme; convert_classic_histograms_to_nhcb in global; "
      .. "convert_histograms_to_nhcb" },
    { "3.3", "2025-04-15", NOTHING },
    { "3.2", "2025-02-17", "role loadbalancer of OpenStack" },
    { "3.1", "2025-01-02", "round_robin_dns; keep_identifying_resource_attributes; use_fips_sts_endpoint of sigv4" },
    { "3.0", "2024-11-14", "names in UTF-8; fallback_scrape_protocol, always_scrape_classic_histograms, "
      .. "convert_classic_histograms_to_nhcb; translation_strategy; filter of Consul; without "
      .. "scrape_classic_histograms and api_version v1" },
    { "2.55", "2024-10-22", "otlp; google_iam; metric_name_validation_scheme; scrape_failure_log_file; "
      .. "chunked_read_limit" },
    { "2.54", "2024-08-09", "protobuf_message; match_first_network of Docker" },
    { "2.53", "2024-06-18", "runtime; rule_query_offset; http_headers" },
    { "2.52", "2024-05-08", "sdk of azuread; SDK of Azure; region of Linode" },
    { "2.51", "2024-03-19", "alert_relabel_configs of an Alertmanager; client credentials of oauth2 are optional" },
    { "2.50", "2024-02-22", "sample_age_limit; native_histogram_min_bucket_factor; client_id of Kuma" },
    { "2.49", "2024-01-15", "scrape_protocols; enable_compression; username_file; records of the type NS" },
    { "2.48", "2023-11-15", "oauth of azuread; sigv4 of an Alertmanager; track_timestamps_staleness" },
    { "2.47", "2023-09-06", "keep_dropped_targets" },
    { "2.46", "2023-07-25", NOTHING },
    { "2.45", "2023-06-23", "limits in global; azuread; ca, cert and key of TLS in the file; "
      .. "native_histogram_bucket_limit, scrape_classic_histograms; path_prefix of Consul" },
    { "2.44", "2023-05-14", NOTHING },
    { "2.43", "2023-03-21", "scrape_config_files; no_proxy, proxy_from_environment" },
    { "2.42", "2023-01-31", FIRST },
  },
  ["prometheus-rules"] = {
    { "3.14", "2026-08-17", "first_over_time needs no flag; start_timestamp" },
    { "3.13", "2026-07-01", "max_of, min_of" },
    { "3.12", "2026-05-28", "start, end, step and range as functions" },
    { "3.11", "2026-04-02", "histogram_quantiles; the operators </ and >/" },
    { "3.10", "2026-02-25", "fill, fill_left, fill_right" },
    { "3.9", "2026-01-06", NOTHING },
    { "3.8", "2025-12-02", NOTHING },
    { "3.7", "2025-10-15", "first_over_time, ts_of_first_over_time; anchored, smoothed" },
    { "3.6", "2025-09-17", NOTHING },
    { "3.5", "2025-07-14", "ts_of_max_over_time, ts_of_min_over_time, ts_of_last_over_time" },
    { "3.4", "2025-05-17", "times that are computed" },
    { "3.3", "2025-04-15", NOTHING },
    { "3.2", "2025-02-17", "no braces in the name of a recording rule" },
    { "3.1", "2025-01-02", NOTHING },
    { "3.0", "2024-11-14", "labels of groups; names in UTF-8; double_exponential_smoothing, without holt_winters" },
    { "2.55", "2024-10-22", "info" },
    { "2.54", "2024-08-09", "numbers with underscores, numbers as times; limitk, limit_ratio" },
    { "2.53", "2024-06-18", "query_offset; names in quotes" },
    { "2.52", "2024-05-08", NOTHING },
    { "2.51", "2024-03-19", "histogram_avg" },
    { "2.50", "2024-02-22", NOTHING },
    { "2.49", "2024-01-15", "mad_over_time, sort_by_label, sort_by_label_desc" },
    { "2.48", "2023-11-15", NOTHING },
    { "2.47", "2023-09-06", "histogram_stddev, histogram_stdvar" },
    { "2.46", "2023-07-25", NOTHING },
    { "2.45", "2023-06-23", NOTHING },
    { "2.44", "2023-05-14", NOTHING },
    { "2.43", "2023-03-21", NOTHING },
    { "2.42", "2023-01-31", FIRST },
  },
}
