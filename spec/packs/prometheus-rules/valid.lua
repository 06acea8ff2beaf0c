-- Files with rules that Prometheus 2.42 accepts, as YAML texts.

return {
  [[
groups:
- name: recording
  interval: 30s
  limit: 10
  rules:
  - record: job:http_requests:rate5m
    expr: sum by (job) (rate(http_requests_total{code=~"5..", path!="a,b"}[5m] offset 1h)) / 2
    labels: {team: web}
  - record: instance:up
    expr: up == 1
- name: alerting
  rules:
  - alert: HighLatency
    expr: histogram_quantile(0.9, sum(rate(latency_bucket[10m])) by (le)) > 0.5 and on (job) up
    for: 10m
    keep_firing_for: 5m
    labels: {severity: page, tier: "{{ $labels.tier }}"}
    annotations: {summary: "Instance {{ $labels.instance }} is slow", description: "{{ $value | humanize }}"}
  - alert: Absent
    expr: absent(up{job="x"})
    for: 1m
    annotations: {summary: gone}
]],
}
