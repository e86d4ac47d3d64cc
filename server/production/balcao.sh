#!/bin/sh
# balcao COMMAND [ARGUMENT…]: runs an npm command of the checkout as its user, with its settings and the database
# owner's, which the nodes don't get. Run by root.
set -eu
cd /opt/balcao/current
set -a
. /etc/balcao/server.env
. /etc/balcao/owner.env
set +a
export HOME=/opt/balcao DATA_DIR=/var/lib/balcao
exec setpriv --reuid=balcao --regid=balcao --init-groups node server/boot/run.mjs "$@"
