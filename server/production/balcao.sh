#!/bin/sh
# balcao COMMAND [ARGUMENT…]: one of the checkout's npm commands, as its user and with its settings;
# with the database owner's too, which the nodes don't get. Run by root.
set -eu
cd /opt/balcao/current
set -a
. /etc/balcao/server.env
. /etc/balcao/owner.env
set +a
export HOME=/opt/balcao DATA_DIR=/var/lib/balcao
exec setpriv --reuid=balcao --regid=balcao --init-groups node server/boot/run.mjs "$@"
