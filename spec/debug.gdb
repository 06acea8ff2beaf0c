# debug.gdb - commands for gdb that show what the core works on:
#
#   gdb -x spec/debug.gdb --args lua5.4 lua/bin/yschema -f schema.yml -f values.yml
#
#   ytree SLOT     prints the tree below a slot as YAML
#   yviolations    stops at each violation and each error when it is recorded
#   yrun           runs the program, and prints each step of a run and the result before it

set breakpoint pending on
set pagination off

# The text has at most 1 MiB.
define ytree
  set $ytext = (ys_buf *)calloc(1, sizeof(ys_buf))
  set $ytext->cap = 1048576
  set $ytext->ptr = (char *)calloc(1, $ytext->cap)
  call (void)ys_emit_yaml($arg0, $ytext)
  printf "%s", $ytext->ptr
  call (void)free($ytext->ptr)
  call (void)free($ytext)
end
document ytree
ytree SLOT: prints the tree below a slot as YAML.
end

define yviolations
  break ys_space_diagnose
end
document yviolations
yviolations: stops at each violation and each error when it is recorded.
end

# Their argument is the run. They are looked for in the core, which is loaded by then.
define yrun
  break ys_run_init
  run
  rbreak run.c:^\(merge\|merge_postponed\|fill\|choose\|validate\)$
  commands
    silent
    backtrace 1
    ytree &run->root
    continue
  end
  delete 1
  continue
end
document yrun
yrun: runs the program, and prints each step of a run and the result before it.
end
