--- A schema for the bodies of requests, which are orders.

return [[
#@data/values-schema
---
#@schema/validation min_len=1
customer: ""
#@schema/validation format="email"
mail: anyone@example.com
#@schema/validation one_of=["post", "courier"]
delivery: post
#@schema/validation min_len=1
items:
- note: ""
  #@schema/validation min_len=3, max_len=40
  article: ""
  #@schema/validation min=1, max=99
  count: 1
  #@schema/nullable
  gift: ""
]]
