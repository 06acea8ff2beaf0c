--- Keeps the parts of a record's place beside the public fields: the column of its key or dash if the record points to
-- the value after it, the columns at which it ends, the column in the schema, the edit of the line that corrects it
-- (for editors, only the word and its correction, or the annotation that it lacks), the new path of an old name, and,
-- for a default, the file and the line of the map that lacks the value; and the notes of `report.identify`. They are in
-- the metatable of the record, which has no other use.
--
-- @module yschema.report.regions

local regions = {}

--- Returns the region of a record.
---@param record yschema.Violation
---@return table
function regions.of(record)
  local region = getmetatable(record)
  if not region then
    region = {}
    setmetatable(record, region)
  end
  return region
end

--- Returns the column of the node of a record: of its key or dash, if there is one on the line.
---@param record yschema.Violation
---@return integer?
function regions.node_column(record) return regions.of(record).node_column or record.column end

--- Takes what only marks places in an editor out of the records.
---@param records yschema.Violation[]
function regions.take(records)
  for _, record in ipairs(records) do
    local region = {
      node_column = record.node_column,
      end_column = record.end_column,
      schema_column = record.schema_column,
      schema_end_column = record.schema_end_column,
      gap_file = record.gap_file,
      gap_line = record.gap_line,
      gap_column = record.gap_column,
      choice = record.choice,
      moved_to = record.moved_to,
    }
    record.node_column, record.choice, record.moved_to = nil, nil, nil
    record.end_column, record.schema_column, record.schema_end_column = nil, nil, nil
    record.gap_file, record.gap_line, record.gap_column = nil, nil, nil
    if record.edit_text then
      region.edit = {
        column = record.edit_column, end_column = record.edit_end_column, text = record.edit_text,
        word = record.edit_word,
      }
      record.edit_column, record.edit_end_column, record.edit_text, record.edit_word = nil, nil, nil, nil
    end
    setmetatable(record, region)
  end
end

return regions
