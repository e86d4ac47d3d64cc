#!/bin/sh
# One backup: the current database, messages' files, and the settings needed to read it. Run by root; kept for two weeks.
set -eu
umask 077
folder=/var/backups/balcao
name=$(date +%Y-%m-%dT%H%M%S)
. /etc/balcao/owner.env
mkdir -p "$folder"
# As superuser: under row-level security other roles see only some rows, and pg_dump refuses that.
sudo -u postgres pg_dump --format=custom "${DATABASE_OWNER_URL##*/}" >"$folder/unfinished"
tar --create --file "$folder/$name.settings.tar" --directory / etc/balcao
# After the dump, so that no file is missing that it names. A file never changes: only new ones are copied.
if [ -d /var/lib/balcao/media ]; then
  tar --create --directory /var/lib/balcao --exclude media/unfinished media |
    tar --extract --directory "$folder" --skip-old-files
fi
mv "$folder/unfinished" "$folder/$name.dump"
find "$folder" -maxdepth 1 -type f -mtime +14 -delete
