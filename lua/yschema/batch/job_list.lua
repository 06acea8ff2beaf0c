--- A list of jobs. There may be very many. Most differ only in the path of their file: for these, the list holds only
-- the path.
--
-- @module yschema.batch.job_list

local job_list = {}

local ipairs, math, setmetatable, type = ipairs, math, setmetatable, type

local LARGEST_PIECE = 512

---@class yschema.JobList
---@field private list (yschema.Job|string|false)[] a string is a path; false: the job is done
---@field private shared { __index: yschema.Job } the fields of jobs that are only a path
---@field private some_once boolean whether there is a job whose file can be read only once
local JobList = {}
JobList.__index = JobList

-- Whether the file of a job can be read only once: it is standard input or a pipe.
local function reads_once(job)
  if type(job) == "string" then return job == "-" end
  return job.file.path == "-" or job.file.pipe == true
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

--- Counts the jobs, including those that are done.
---@return integer
function JobList:count() return #self.list end

--- Returns how many jobs a worker gets at once: many of many, and fewer and fewer at the end, so that all workers end
-- at the same time.
---@param first integer
---@param processes integer
---@return integer
function JobList:piece_size(first, processes)
  return math.max(1, math.min(LARGEST_PIECE, math.floor((#self.list - first + 1) / processes / 4)))
end

--- Returns a job. Changes to it may be lost, unless the jobs are kept.
---@param i integer from 1 to the count
---@return yschema.Job
function JobList:at(i)
  local job = self.list[i]
  return type(job) == "string" and setmetatable({ file = { path = job } }, self.shared) or job
end

--- Returns how many consecutive jobs can be given to one worker. A job whose file can be read only once is given by
-- itself, because no other worker could do it again.
---@param first integer
---@param most integer
---@return integer
function JobList:together(first, most)
  local list = self.list
  if not self.some_once then return math.min(most, #list - first + 1) end
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
  for i = first, last do list[i] = false end
end

--- Makes a table of each job, which stays until it is done.
function JobList:keep()
  local list = self.list
  for i = 1, #list do list[i] = self:at(i) end
end

--- Takes each `count`-th job, beginning with number `index`.
---@param index integer from 1 to `count`
---@param count integer
function JobList:shard(index, count)
  local taken = {}
  for i = index, #self.list, count do taken[#taken + 1] = self.list[i] end
  self.list = taken
end

return job_list
