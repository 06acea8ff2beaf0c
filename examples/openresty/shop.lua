-- The handlers of the shop, and a rule of its own.

local yschema = require "yschema"

local shop = {}

--- A rule: asks the stock, here another location of this nginx, over a cosocket. The
-- worker serves other requests meanwhile.
function shop.in_stock(article)
  local socket = ngx.socket.tcp()
  socket:settimeout(1000)
  assert(socket:connect("127.0.0.1", ngx.var.server_port))
  assert(socket:send("GET /stock HTTP/1.0\r\n\r\n"))
  local answer = assert(socket:receive "*a")
  socket:close()
  return answer:find("\n" .. article .. "\n", 1, true) ~= nil
end

--- GET /
function shop.welcome(conf)
  local values, version = conf:get()
  ngx.say(values.greeting, "! ", values.pageSize, " articles a page, as version ", version, " says.")
end

--- POST /orders, before it is passed on: the body becomes the complete order, or the answer is the
-- report. The warehouse gets the validated values, written anew. It never gets the customer's text,
-- which it might read differently.
function shop.validate(schema)
  ngx.req.read_body()
  local order, report = schema:apply_json(ngx.req.get_body_data() or "")
  if order then return ngx.req.set_body_data((yschema.encode(order, "json"))) end
  ngx.status = 422
  ngx.header.content_type = "application/json"
  ngx.print(report:json())
  ngx.exit(422)
end

--- The warehouse, in place of an upstream: it answers with the body that it received.
function shop.warehouse()
  ngx.req.read_body()
  ngx.header.content_type = "application/json"
  ngx.print(ngx.req.get_body_data())
end

--- GET /error: the error that keeps the files out of service.
function shop.error(conf)
  ngx.print(conf:fault() or "none\n")
end

return shop
