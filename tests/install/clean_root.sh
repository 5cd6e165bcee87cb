#!/bin/sh
# Runs a command as if a package were installed on a machine that never had the source tree:
#
#     clean_root.sh ROOT SOURCE WORK COMMAND...
#
# In a mount namespace, ROOT/usr lies over /usr, and SOURCE is empty. COMMAND starts in WORK, with PATH and LC_ALL as its only variables.
set -eu
if [ "${1-}" != inside ]; then
  options=--mount
  [ "$(id -u)" = 0 ] || options="--mount --map-root-user"
  exec unshare $options "$0" inside "$@"
fi
root=$2 source=$3 work=$4
shift 4
mount -t overlay overlay -o "lowerdir=$root/usr:/usr" /usr
mount -t tmpfs none "$source"
cd "$work"
[ ! -e "$source/README.md" ]
exec env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$@"
