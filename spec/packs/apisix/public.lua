--- Lists the configurations in APISIX's documentation and tests.
return { list = function() return {} end }
