// What Redis does in one step, in its own language.

/**
 * The keys of a world, in the order of KEYS, and the kind of each, as TYPE says it:
 * - `head`: its version; `log`: its latest changes; `turn`: who changes it next
 * - `items`: those that were stored since the start, and `order`: their places among each other
 * - `replaced`, `removed`: items of the start that are different or gone
 * - `state`: rows, and the blobs that it begins with; `blobs`: those; `journal`: what was recorded
 */
export const PARTS = {
  head: "string",
  log: "stream",
  items: "hash",
  order: "zset",
  removed: "set",
  state: "hash",
  blobs: "hash",
  journal: "stream",
  turn: "string",
  replaced: "hash",
} as const;

/**
 * How many changes a process may miss without loading a world anew: at least these, and in a large world as many as
 * cost less than that. And how many records are kept.
 */
const FEWEST_CHANGES = 1_024;
const MOST_CHANGES = 16_384;
const MOST_RECORDS = 1_000;

/**
 * Does what a process has done, if nobody came first.
 * ARGV: the version that it knows; the next one, "" if nothing was changed, "*" if that does not matter; the changes as
 * JSON; who asks; for how long others should wait, in milliseconds, if they came first or nothing was changed; the life
 * of the world, in milliseconds, 0 for ever; the number of records; the records; then the names and texts of blobs.
 */
export const STEP = `
local kinds = {${Object.values(PARTS)
  .map((kind) => `'${kind}'`)
  .join(",")}}
for i = 1, #KEYS do
  local kind = redis.call('TYPE', KEYS[i]).ok
  if kind ~= 'none' and kind ~= kinds[i] then return {'foreign', KEYS[i]} end
end
local head = redis.call('GET', KEYS[1]) or '0-0'
local known, nextId, me = ARGV[1], ARGV[2], ARGV[4]
local holder = redis.call('GET', KEYS[9])
local isMissed = nextId ~= '*' and head ~= known
local isChange = nextId ~= '' and nextId ~= '*'
local wants = tonumber(ARGV[5]) > 0 and (isMissed or not isChange)
if wants and not holder and redis.pcall('SET', KEYS[9], me, 'PX', ARGV[5]).ok then holder = me end
if isMissed then
  if head == '0-0' then return {'reload'} end
  local missed = redis.call('XRANGE', KEYS[2], known, '+')
  local first = missed[1]
  local reply = {'missed', head, holder == me and '1' or '0'}
  local from = 2
  if known == '0-0' then
    from = 1
    if not first or string.sub(first[1], 1, 2) ~= '1-' then return {'reload'} end
  elseif not first or first[1] ~= known then
    return {'reload'}
  end
  for i = from, #missed do reply[#reply + 1] = missed[i][2][2] end
  return reply
end
if (isChange or wants) and holder and holder ~= me then return {'wait'} end
local records = tonumber(ARGV[7])
if isChange then
  -- The first write is one that a full engine refuses: then nothing was changed.
  local kept = math.max(${FEWEST_CHANGES}, math.min(${MOST_CHANGES}, math.floor(redis.call('ZCARD', KEYS[4]) / 8)))
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', kept, nextId, 'c', ARGV[3])
  redis.call('SET', KEYS[1], nextId)
  for i = 8 + records, #ARGV, 2 do redis.call('HSET', KEYS[7], ARGV[i], ARGV[i + 1]) end
  local isReplaced = false
  for _, change in ipairs(cjson.decode(ARGV[3])) do
    local kind = change[1]
    if kind == 'put' then
      local field = change[2] .. '\\n' .. change[3]
      local isOwn = change[5] == 1
      if isOwn then redis.call('ZADD', KEYS[4], 'NX', redis.call('HINCRBY', KEYS[6], 'places', 1), field)
      else isOwn = redis.call('ZSCORE', KEYS[4], field) end
      redis.call('HSET', isOwn and KEYS[3] or KEYS[10], field, change[4])
    elseif kind == 'del' then
      local field = change[2] .. '\\n' .. change[3]
      if redis.call('ZREM', KEYS[4], field) == 1 then redis.call('HDEL', KEYS[3], field)
      else
        redis.call('HDEL', KEYS[10], field)
        redis.call('SADD', KEYS[5], field)
      end
    elseif kind == 'row' then
      local field = change[2] .. '\\n' .. change[3]
      if change[4] == '' then redis.call('HDEL', KEYS[6], field) else redis.call('HSET', KEYS[6], field, change[4]) end
      if change[2] == 'snapshots' then isReplaced = true end
    elseif kind == 'starts' then
      redis.call('HSET', KEYS[6], 'starts', change[2])
    else
      redis.call('DEL', KEYS[3], KEYS[4], KEYS[5], KEYS[10])
      for _, field in ipairs(redis.call('HKEYS', KEYS[6])) do
        if string.sub(field, 1, 12) == 'identifiers\\n' then redis.call('HDEL', KEYS[6], field) end
      end
      if kind == 'base' then redis.call('HSET', KEYS[6], 'base', change[2]) else redis.call('HDEL', KEYS[6], 'base') end
      isReplaced = true
    end
  end
  if isReplaced then
    local used = {}
    local state = redis.call('HGETALL', KEYS[6])
    for i = 1, #state, 2 do
      if state[i] == 'base' or state[i] == 'starts' then used[state[i + 1]] = true end
      if string.sub(state[i], 1, 10) == 'snapshots\\n' then used[string.sub(state[i + 1], 2, -2)] = true end
    end
    for _, name in ipairs(redis.call('HKEYS', KEYS[7])) do
      if not used[name] then redis.call('HDEL', KEYS[7], name) end
    end
  end
  head = nextId
end
if holder == me and not wants then redis.call('DEL', KEYS[9]) end
-- An engine that takes no records still answers.
for i = 8, 7 + records do redis.pcall('XADD', KEYS[8], 'MAXLEN', '~', ${MOST_RECORDS}, '*', 'r', ARGV[i]) end
if ARGV[6] ~= '0' then
  for i = 1, #KEYS do redis.pcall('PEXPIRE', KEYS[i], ARGV[6]) end
end
return {'done', head}
`;

/** What a world is apart from its items. KEYS: the version, the state. */
export const HEAD = `
local all = redis.call('HGETALL', KEYS[2])
table.insert(all, 1, redis.call('GET', KEYS[1]) or '0-0')
return all
`;

/** Some items in order. KEYS: the order, the items. ARGV: after which place, up to which, and how many. */
export const ITEMS = `
local found = redis.call('ZRANGE', KEYS[1], '(' .. ARGV[1], ARGV[2], 'BYSCORE', 'LIMIT', 0, ARGV[3], 'WITHSCORES')
if #found == 0 then return found end
local fields = {}
for i = 1, #found, 2 do fields[#fields + 1] = found[i] end
local texts = redis.call('HMGET', KEYS[2], unpack(fields))
local reply = {found[#found]}
for i, field in ipairs(fields) do
  reply[#reply + 1] = field
  reply[#reply + 1] = texts[i]
end
return reply
`;

/** Uses a session. KEYS: the sessions. ARGV: its name, the most there may be, and after how long one is idle, or makes room. */
export const USE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])
local gone = ''
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if now - oldest[2] < tonumber(ARGV[4]) then return {0, ''} end
  gone = oldest[1]
  redis.call('ZREM', KEYS[1], gone)
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
return {1, gone}
`;

/** Lists the sessions. KEYS: the sessions. ARGV: after how long one is gone. */
export const SESSIONS = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all = redis.call('ZRANGE', KEYS[1], now - ARGV[1], '+inf', 'BYSCORE', 'WITHSCORES')
for i = 2, #all, 2 do all[i] = tostring(now - all[i]) end
return all
`;
