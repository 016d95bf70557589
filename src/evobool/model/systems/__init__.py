"""Systems of papers by name: each fills fields of a setting, and says where they are from. A file each."""
