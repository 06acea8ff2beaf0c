-- Configurations that Alertmanager 0.25 accepts, as YAML texts. All settings of all receivers occur.

return {
  [[
global:
  resolve_timeout: 5m
  http_config:
    basic_auth: {username: u, password: p}
    proxy_url: http://proxy:3128
    follow_redirects: true
    enable_http2: false
    tls_config: {ca_file: ca.pem, cert_file: c.pem, key_file: k.pem, server_name: s, insecure_skip_verify: true, min_version: TLS12, max_version: TLS13}
  smtp_from: a@example.org
  smtp_hello: localhost
  smtp_smarthost: mail.example.org:587
  smtp_auth_username: u
  smtp_auth_password: p
  smtp_auth_secret: s
  smtp_auth_identity: i
  smtp_require_tls: true
  slack_api_url: https://hooks.slack.com/services/a/b/c
  pagerduty_url: https://events.pagerduty.com/v2/enqueue
  opsgenie_api_url: https://api.opsgenie.com/
  opsgenie_api_key: k
  wechat_api_url: https://qyapi.weixin.qq.com/cgi-bin/
  wechat_api_secret: s
  wechat_api_corp_id: c
  victorops_api_url: https://alert.victorops.com/x/
  victorops_api_key: k
  telegram_api_url: https://api.telegram.org
  webex_api_url: https://webexapis.com/v1/messages
templates: ["templates/*.tmpl"]
route:
  receiver: default
  group_by: [alertname, cluster]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 3h
  routes:
  - receiver: web
    matchers: [service=~"web|shop", severity="critical", 'team!="a,b"']
    continue: true
    mute_time_intervals: [nights]
    active_time_intervals: [office]
    routes:
    - matchers: ['{region!~"eu-.*", zone=a}']
      group_by: ["..."]
      receiver: all
  - match: {service: db}
    match_re: {instance: "db-[0-9]+"}
    receiver: all
inhibit_rules:
- source_matchers: [severity="critical"]
  target_matchers: [severity="warning"]
  equal: [alertname, cluster]
- source_match: {severity: page}
  source_match_re: {team: "a|b"}
  target_match: {severity: info}
  target_match_re: {team: "a|b"}
receivers:
- name: default
- name: web
  webhook_configs:
  - url: http://hook:9090/path?x=1
    send_resolved: false
    max_alerts: 10
    http_config: {authorization: {type: Bearer, credentials: c}}
  email_configs:
  - to: ops@example.org
    from: me@example.org
    hello: h
    smarthost: "mail:25"
    auth_username: u
    auth_password: p
    auth_secret: s
    auth_identity: i
    headers: {Subject: "{{ .Alerts }}", X-A: b}
    html: "<b>"
    text: t
    require_tls: false
    tls_config: {insecure_skip_verify: true}
- name: all
  slack_configs:
  - api_url: https://hooks.slack.com/x
    channel: "#alerts"
    username: bot
    color: danger
    title: t
    title_link: l
    pretext: p
    text: x
    short_fields: true
    footer: f
    fallback: f
    callback_id: c
    icon_emoji: ":x:"
    icon_url: u
    image_url: u
    thumb_url: u
    link_names: true
    mrkdwn_in: [text]
    fields: [{title: a, value: b, short: true}]
    actions:
    - {type: button, text: a, url: "http://x"}
    - {type: button, text: a, name: n, value: v, style: primary, confirm: {text: t, title: a, ok_text: y, dismiss_text: n}}
  pagerduty_configs:
  - routing_key: k
    url: https://pd/x
    client: c
    client_url: u
    description: d
    severity: critical
    source: s
    class: c
    component: c
    group: g
    details: {a: b}
    images: [{src: s, alt: a, href: h}]
    links: [{href: h, text: t}]
time_intervals:
- name: nights
  time_intervals:
  - times: [{start_time: "00:00", end_time: "06:00"}, {start_time: "22:00", end_time: "24:00"}]
    weekdays: [monday:friday, sunday]
    days_of_month: [1:5, "-3:-1", "15"]
    months: [january:march, "12", may]
    years: ["2026:2028", "2030"]
    location: Europe/Berlin
mute_time_intervals:
- name: office
  time_intervals:
  - times: [{start_time: "09:00", end_time: "17:00"}]
]],
  [[
global: {opsgenie_api_key_file: /f, victorops_api_key_file: /g, slack_api_url_file: /h, smtp_auth_password_file: /p, smtp_smarthost: "m:25", smtp_from: a, wechat_api_secret: s, wechat_api_corp_id: c}
route: {receiver: r}
receivers:
- name: r
  opsgenie_configs:
  - api_url: https://o/
    message: m
    description: d
    source: s
    details: {a: b}
    entity: e
    responders: [{name: n, type: team}, {id: i, type: user}, {username: u, type: "{{ .x }}"}]
    actions: a
    tags: t
    note: n
    priority: P1
    update_alerts: true
  - api_key: k
  victorops_configs:
  - routing_key: r
    api_url: https://v/
    message_type: CRITICAL
    state_message: s
    entity_display_name: e
    monitoring_tool: m
    custom_fields: {a: b}
  pushover_configs:
  - {user_key: u, token: t, title: a, message: m, url: u, url_title: t, sound: s, priority: "1", retry: 1m, expire: 1h30m, html: true, send_resolved: false}
  sns_configs:
  - {topic_arn: t, api_url: u, subject: s, message: m, attributes: {a: b}, sigv4: {region: r, access_key: a, secret_key: s, profile: p, role_arn: o}}
  telegram_configs:
  - {bot_token: t, chat_id: -5, api_url: "https://t", message: m, disable_notifications: true, parse_mode: MarkdownV2}
  webex_configs:
  - {room_id: r, api_url: "https://w", message: m, http_config: {authorization: {credentials: c}}}
  wechat_configs:
  - {api_url: "https://w", to_user: u, to_party: p, to_tag: t, agent_id: "1", message: m, message_type: markdown}
  discord_configs:
  - {webhook_url: "https://d/x", title: t, message: m}
  pagerduty_configs:
  - {service_key_file: /x, send_resolved: true}
  slack_configs:
  - {channel: "#x"}
  email_configs:
  - {to: x}
  webhook_configs:
  - {url: "https://w", http_config: {oauth2: {client_id: i, client_secret: s, scopes: [a], token_url: "https://t", endpoint_params: {a: b}, proxy_url: "http://p", tls_config: {ca_file: c}}}}
  - {url: "https://w", http_config: {bearer_token: b}}
  - {url: "https://w", http_config: {bearer_token_file: b}}
]],
}
