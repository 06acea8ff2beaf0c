// examples.js - the examples of the menu. The files are those of our pages.

export const EXAMPLES = {
  "A service": {
    schema: `#@data/values-schema
---
#@schema/title "Service"
#@schema/desc "The name that others call it by"
#@schema/validation min_len=1
name: shop
#@schema/validation min=1, max=65535
port: 8080
#@schema/validation one_of=["debug", "info", "warning"]
log: info
#@schema/nullable
tls:
  certificate: ""
  key: ""
`,
    values: { "values.yml": "name: shop\nport: 0\nlgo: debug\n" },
  },
  "Alternatives": {
    schema: `#@data/values-schema
---
#@schema/one-of by="kind"
storage:
- kind: disk
  path: /var/lib/app
- kind: s3
  bucket: ""
  region: eu-central-1
`,
    values: { "values.yml": "storage:\n  kind: s3\n  bucket: backups\n" },
  },
  "Layers": {
    schema: `#@data/values-schema
---
replicas: 1
#@schema/validation min_len=1
hosts:
- ""
resources:
  memory: 256Mi
  cpu: 100m
`,
    values: {
      "values.yml": "hosts:\n- a.example\nresources:\n  memory: 512Mi\n",
      "production.yml": "replicas: 3\n",
    },
  },
  "Rules in Starlark": {
    schema: `#@ def is_even(value):
#@   return value % 2 == 0
#@ end

#@data/values-schema
---
#@schema/validation ("an even number", is_even)
workers: 4
#@schema/validation min=1
least: 1
#@schema/validation min=1
most: 10
`,
    values: { "values.yml": "workers: 3\n" },
  },
};
