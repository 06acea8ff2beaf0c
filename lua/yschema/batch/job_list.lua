--- A list of jobs. There may be very many. Most differ only in the path of their file: for these, the list holds only
-- the path.
--
-- @module yschema.batch.job_list

local job_list = {}

local ipairs, math, next, setmetatable, type = ipairs, math, next, setmetatable, type

local LARGEST_PIECE = 512

---@class yschema.JobList
---@field private list (yschema.Job|string|false)[] a string is a path; false: the job is done
---@field private names? yschema.ListedNames the paths of all jobs, in place of the list
---@field private shared { __index: yschema.Job } the fields of jobs that are only a path
---@field private some_once boolean whether there is a job whose file can be read only once
local JobList = {}
JobList.__index = JobList

-- Whether the file of a job can be read only once: it is standard input or a pipe.
local function reads_once(job)
  if type(job) == "string" then return job == "-" end
  return job.file.path == "-" or job.file.named == true
end

--- Makes an empty list.
---@param common? table the fields that all jobs of the list have
---@return yschema.JobList
function job_list.new(common)
  return setmetatable({ list = {}, shared = { __index = common or {} }, some_once = false }, JobList)
end

--- Adds a job.
---@param job yschema.Job
function JobList:add(job)
  self.list[#self.list + 1] = setmetatable(job, self.shared)
  self.some_once = self.some_once or reads_once(job)
end

--- Adds the jobs to validate files, in place of all others.
---@param files (yschema.ListedFile|string)[] it becomes part of the list of jobs
function JobList:take_files(files)
  local once = false
  for i, file in ipairs(files) do
    if type(file) ~= "string" then
      files[i] = setmetatable({ file = file }, self.shared)
      once = once or reads_once(files[i])
    elseif file == "-" then
      once = true
    end
  end
  self.list, self.some_once = files, once
end

--- Adds the jobs to validate the files with these names, in place of all others.
---@param names yschema.ListedNames
function JobList:take_names(names)
  self.names, self.list, self.some_once = names, {}, names:has_stdin()
  if self.some_once then self:list_names() end
end

-- Puts the paths of `names` into the list.
function JobList:list_names()
  local names, list = self.names, {}
  if not names then return end
  for i = 1, names:count() do list[i] = names:at(i) end
  self.names, self.list = nil, list
end

--- Counts the jobs, including those that are done.
---@return integer
function JobList:count() return self.names and self.names:count() or #self.list end

--- Returns how many jobs a worker gets at once: many of many, and fewer and fewer at the end, so that all workers end
-- at the same time.
---@param first integer
---@param processes integer
---@return integer
function JobList:piece_size(first, processes)
  return math.max(1, math.min(LARGEST_PIECE, math.floor((self:count() - first + 1) / processes / 4)))
end

--- Returns a job. Changes to it may be lost, unless the jobs are kept.
---@param i integer from 1 to the count
---@return yschema.Job
function JobList:at(i)
  local job = self.names and self.names:at(i) or self.list[i]
  return type(job) == "string" and setmetatable({ file = { path = job } }, self.shared) or job
end

--- Returns how many consecutive jobs can be given to one worker. A job whose file can be read only once is given by
-- itself, because no other worker could do it again.
---@param first integer
---@param most integer
---@return integer
function JobList:together(first, most)
  local list = self.list
  if not self.some_once then return math.min(most, self:count() - first + 1) end
  if reads_once(list[first]) then return 1 end
  local count = 1
  while count < most and list[first + count] and not reads_once(list[first + count]) do count = count + 1 end
  return count
end

--- Notes that jobs are done, so that their memory may be used again.
---@param first integer
---@param last integer
function JobList:done(first, last)
  local list = self.list
  if self.names then return end -- they take little memory, and all of it is one text
  for i = first, last do list[i] = false end
end

--- Makes a table of each job, which stays until it is done.
function JobList:keep()
  self:list_names()
  local list = self.list
  for i = 1, #list do list[i] = self:at(i) end
end

--- Puts the jobs of some files before the others.
---@param paths table<string, true>
function JobList:put_first(paths)
  local first, others = {}, {}
  if next(paths) == nil then return end
  self:list_names()
  for i, entry in ipairs(self.list) do
    local job, is_wanted = self:at(i), false
    for _, file in ipairs(job.layers or { job.file }) do is_wanted = is_wanted or paths[file.path] end
    local list = is_wanted and first or others
    list[#list + 1] = entry
  end
  for _, entry in ipairs(others) do first[#first + 1] = entry end
  self.list = first
end

--- Takes each `count`-th job, beginning with number `index`.
---@param index integer from 1 to `count`
---@param count integer
function JobList:shard(index, count)
  local taken = {}
  self:list_names()
  for i = index, #self.list, count do taken[#taken + 1] = self.list[i] end
  self.list = taken
end

return job_list
