#!/bin/sh
# Runs a command as if a package were installed on a machine that never had the source tree:
#
#     clean_root.sh ROOT SOURCE WORK COMMAND...
#
# In a mount namespace, ROOT/usr lies over /usr, and SOURCE is empty. COMMAND starts in WORK, with PATH and LC_ALL as its only variables.
# Containers may forbid mounts. The program then runs from ROOT, and the source tree stays visible.
set -eu
if [ "${1-}" != inside ]; then
  options=--mount
  [ "$(id -u)" = 0 ] || options="--mount --map-root-user"
  probe='mount -t overlay overlay -o "lowerdir=$1/usr:/usr" /usr && mount -t tmpfs none "$2"'
  if unshare $options sh -c "$probe" probe "$1" "$2" 2>/dev/null; then exec unshare $options "$0" inside "$@"; fi
  echo "clean_root: mounts are forbidden here; the source tree is visible" >&2
  root=$1 work=$3
  shift 3
  cd "$work"
  exec env -i PATH="$root/usr/bin:/usr/bin:/bin" LC_ALL=C.UTF-8 "$@"
fi
root=$2 source=$3 work=$4
shift 4
mount -t overlay overlay -o "lowerdir=$root/usr:/usr" /usr
mount -t tmpfs none "$source"
cd "$work"
[ ! -e "$source/README.md" ]
exec env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$@"
