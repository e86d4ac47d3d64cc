#!/bin/sh
# One backup: the database as it is now, and the settings without which it can't be read. Run by root; two weeks are kept.
set -eu
umask 077
folder=/var/backups/balcao
name=$(date +%Y-%m-%dT%H%M%S)
. /etc/balcao/owner.env
mkdir -p "$folder"
# A superuser: row-level security would give anybody else a part, and pg_dump refuses a part.
sudo -u postgres pg_dump --format=custom "${DATABASE_OWNER_URL##*/}" >"$folder/unfinished"
tar --create --file "$folder/$name.settings.tar" --directory / etc/balcao
mv "$folder/unfinished" "$folder/$name.dump"
find "$folder" -type f -mtime +14 -delete
