#!/bin/sh
# One backup: the current database, and the settings needed to read it. Run by root; kept for two weeks.
set -eu
umask 077
folder=/var/backups/balcao
name=$(date +%Y-%m-%dT%H%M%S)
. /etc/balcao/owner.env
mkdir -p "$folder"
# As superuser: under row-level security other roles see only some rows, and pg_dump refuses that.
sudo -u postgres pg_dump --format=custom "${DATABASE_OWNER_URL##*/}" >"$folder/unfinished"
tar --create --file "$folder/$name.settings.tar" --directory / etc/balcao
mv "$folder/unfinished" "$folder/$name.dump"
find "$folder" -type f -mtime +14 -delete
