-- The load of a fleet on its etcd, computed from what `luajit spec/bench/fleet.lua` measured:
--
--     lua scale.lua [BUNDLE-BYTES [NODES...]]

local measured = {
  keep_alive = 90, -- seconds between two requests that keep the lease of a node
  watch = 257, -- seconds after which a node watches anew
  requests = 2, -- of a node at a change: it fetches the bundle and writes its status
  processor = 1.5, -- milliseconds of etcd for a node at a change
  memory = 0.23, -- MiB of etcd for a node, after some changes
  status = 600, -- bytes that a status takes in the database, the old ones with it until they are compacted
}

local bundle = tonumber(arg[1]) or 10000
local fleets = { tonumber(arg[2]) or 100, tonumber(arg[3]) or 1000, tonumber(arg[4]) or 10000 }

local function row(text, form, of)
  local parts = { ("%-42s"):format(text) }
  for _, nodes in ipairs(fleets) do parts[#parts + 1] = ("%10s"):format(form:format(of(nodes))) end
  print(table.concat(parts))
end

row("nodes", "%d", function(nodes) return nodes end)
row("connections to etcd at rest", "%d", function(nodes) return nodes end)
row("requests a second at rest", "%.1f", function(nodes)
  return nodes * (1 / measured.keep_alive + 1 / measured.watch)
end)
row("requests at a change", "%d", function(nodes) return nodes * measured.requests end)
row("seconds of one processor at a change", "%.1f", function(nodes) return nodes * measured.processor / 1000 end)
row("MB sent at a change", "%.1f", function(nodes) return nodes * (bundle * 4 / 3 + 1500) / 1e6 end)
row("MiB of etcd's memory", "%.0f", function(nodes) return 25 + nodes * measured.memory end)
row("MB in the database for 100 changes", "%.1f", function(nodes)
  return 100 * (nodes * measured.status + bundle + 5000) / 1e6
end)
